using System.Text.RegularExpressions;
using Accelerator.Loopback;

namespace Accelerator.Interop.Tests.Script;

/// <summary>The mode of ftp.exe beside its scripts: under another name, at a terminal, with a long file.</summary>
public sealed class ScriptProgramTests
{
    [ServerFact("vsftpd")]
    public async Task A_long_file_comes_over_several_data_connections_and_the_next_run_replaces_it()
    {
        using var deadline = HangGuard.Start();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, deadline.Token);
        var hash = await server.PutAsync("pub/big.bin", GetChecks.Big, 1, deadline.Token);
        using var folder = new TempFolder();
        await File.WriteAllTextAsync(folder.File("s"), $"open {server.Host} {server.Port}\nanonymous\nme@example.org\nbinary\nget pub/big.bin\nbye\n", deadline.Token);
        for (var run = 1; run <= 2; run++)
        {
            var end = await FtpxProgram.Native.RunAsync(folder.Path, null, ["ftp", "-s:s"], deadline.Token);
            Assert.True(end.ExitCode == 0, end.Output + end.Error);
            Assert.Contains($"ftp: {GetChecks.Big} bytes received in ", end.Output);
            Assert.InRange(server.CountCommands("RETR"), run * 2, run * 64);
            Assert.Equal(hash, await RandomFile.HashAsync(folder.File("big.bin"), deadline.Token));
            // What is there is replaced by the second run, as ftp.exe does.
            await File.WriteAllTextAsync(folder.File("big.bin"), "old", deadline.Token);
        }
    }

    [ServerFact("pyftpdlib")]
    public async Task A_link_that_is_called_ftp_is_ftp()
    {
        using var deadline = HangGuard.Start();
        await using var server = await ScriptServer.StartAsync("pyftpdlib", deadline.Token);
        using var folder = new TempFolder();
        var native = Path.ChangeExtension(NativeProgram.Command[1], null);
        File.CreateSymbolicLink(folder.File("ftp"), native);
        await File.WriteAllTextAsync(folder.File("s"), $"open {server.Host} {server.Port}\nuser {server.User} {server.Password}\nbinary\nget pub/a.bin\nbye\n", deadline.Token);
        var environment = new Dictionary<string, string> { ["DOTNET_ROOT"] = Path.GetDirectoryName(NativeProgram.Command[0])! };
        await using var run = ProgramRun.StartFile(folder.File("ftp"), folder.Path, ["-n", "-s:s"], environment);
        var end = await run.WaitAsync(deadline.Token);
        Assert.True(end.ExitCode == 0, end.Output + end.Error);
        Assert.Equal(ScriptServer.Bytes("pub/a.bin"), await File.ReadAllBytesAsync(folder.File("a.bin"), deadline.Token));
    }

    [ServerFact("tmux")]
    public async Task A_person_at_a_terminal_is_asked_and_goes_on_after_the_server_has_ended_the_session()
    {
        using var deadline = HangGuard.Start();
        await using var server = LoopbackServer.Start(new LoopbackOptions { User = "kim", Password = "hidden-word" });
        server.Files.AddBytes("/pub/a.bin", ScriptServer.Bytes("pub/a.bin"));
        using var folder = new TempFolder();
        var command = string.Join(' ', NativeProgram.Command.Select(word => $"'{word}'")) + $" ftp {server.EndPoint.Address} {server.EndPoint.Port}";
        await using var terminal = await TmuxTerminal.StartAsync(folder.Path, new Dictionary<string, string> { ["XDG_STATE_HOME"] = "/dev/null" }, command, deadline.Token);

        await terminal.WaitForAsync(new Regex(@"User \(127\.0\.0\.1:\(none\)\):"), deadline.Token);
        await TypeAsync("kim");
        await terminal.WaitForAsync(new Regex("Password:"), deadline.Token);
        await TypeAsync("hidden-word");
        await terminal.WaitForAsync(new Regex(@"230 .*\nftp>"), deadline.Token);
        await TypeAsync("binary");
        await TypeAsync("cd pub");
        await terminal.WaitForAsync(new Regex(@"250 .*\nftp>"), deadline.Token);

        server.CloseControlConnections(CloseKind.Fin);
        await TypeAsync("pwd");
        await terminal.WaitForAsync(new Regex(@"257 ""/pub"".*\nftp>"), deadline.Token);
        await TypeAsync("get a.bin");
        var screen = await terminal.WaitForAsync(new Regex(@"300000 bytes received in .*\nftp>"), deadline.Token);
        Assert.Contains("had ended the session; logged in again.", screen);
        Assert.DoesNotContain("hidden-word", screen);
        await TypeAsync("bye");
        await terminal.WaitForAsync(new Regex("exit code 0"), deadline.Token);
        Assert.Equal(ScriptServer.Bytes("pub/a.bin"), await File.ReadAllBytesAsync(folder.File("a.bin"), deadline.Token));

        async Task TypeAsync(string line)
        {
            await terminal.PressAsync(line, deadline.Token);
            await terminal.PressAsync("Enter", deadline.Token);
        }
    }
}
