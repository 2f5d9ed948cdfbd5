namespace Accelerator.Interop.Tests.Script;

/// <summary>The mode of ftp.exe beside its scripts: under another name, at a terminal, with a long file.</summary>
public sealed class ScriptProgramTests : RealTests
{
    [ServerFact("vsftpd")]
    public async Task A_long_file_comes_over_several_data_connections_and_the_next_run_replaces_it()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, Token);
        var hash = await server.PutAsync("pub/big.bin", GetChecks.Big, 1, Token);
        await File.WriteAllTextAsync(Folder.File("s"), $"open {server.Host} {server.Port}\nanonymous\nme@example.org\nbinary\nget pub/big.bin\nbye\n", Token);
        for (var run = 1; run <= 2; run++)
        {
            var end = (await FtpxProgram.Native.RunAsync(Folder.Path, null, ["ftp", "-s:s"], Token)).Expect();
            Assert.Contains($"ftp: {GetChecks.Big} bytes received in ", end.Output);
            Assert.InRange(server.CountCommands("RETR"), run * 2, run * 64);
            Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
            // What is there is replaced by the second run, as ftp.exe does.
            await File.WriteAllTextAsync(Folder.File("big.bin"), "old", Token);
        }
    }

    [ServerFact("pyftpdlib")]
    public async Task A_link_that_is_called_ftp_is_ftp()
    {
        await using var server = await ScriptServer.StartAsync("pyftpdlib", Token);
        var native = Path.ChangeExtension(NativeProgram.Command[1], null);
        File.CreateSymbolicLink(Folder.File("ftp"), native);
        await File.WriteAllTextAsync(Folder.File("s"), $"open {server.Host} {server.Port}\nuser {server.User} {server.Password}\nbinary\nget pub/a.bin\nbye\n", Token);
        var environment = new Dictionary<string, string> { ["DOTNET_ROOT"] = Path.GetDirectoryName(NativeProgram.Command[0])! };
        (await ProgramRun.RunFileAsync(Folder.File("ftp"), Folder.Path, ["-n", "-s:s"], Token, environment)).Expect();
        Assert.Equal(ScriptServer.Bytes("pub/a.bin"), await File.ReadAllBytesAsync(Folder.File("a.bin"), Token));
    }

    [ServerFact("tmux")]
    public async Task A_terminal_user_is_prompted_and_logged_in_again_after_the_server_has_ended_the_session()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { User = "kim", Password = "hidden-word" });
        server.Files.AddBytes("/pub/a.bin", ScriptServer.Bytes("pub/a.bin"));
        var command = $"{NativeProgram.Quoted} ftp {server.EndPoint.Address} {server.EndPoint.Port}";
        await using var terminal = await TmuxTerminal.StartAsync(Folder.Path, new Dictionary<string, string> { ["XDG_STATE_HOME"] = "/dev/null" }, command, Token);

        await terminal.WaitForAsync(new Regex(@"User \(127\.0\.0\.1:\(none\)\):"), Token);
        await TypeAsync("kim");
        await terminal.WaitForAsync(new Regex("Password:"), Token);
        await TypeAsync("hidden-word");
        await terminal.WaitForAsync(new Regex(@"230 .*\nftp>"), Token);
        await TypeAsync("binary");
        await TypeAsync("cd pub");
        await terminal.WaitForAsync(new Regex(@"250 .*\nftp>"), Token);

        server.CloseControlConnections(CloseKind.Fin);
        await TypeAsync("pwd");
        await terminal.WaitForAsync(new Regex(@"257 ""/pub"".*\nftp>"), Token);
        await TypeAsync("get a.bin");
        var screen = await terminal.WaitForAsync(new Regex(@"300000 bytes received in .*\nftp>"), Token);
        Assert.Contains("had ended the session; logged in again.", screen);
        Assert.DoesNotContain("hidden-word", screen);
        await TypeAsync("bye");
        await terminal.WaitForAsync(new Regex("exit code 0"), Token);
        Assert.Equal(ScriptServer.Bytes("pub/a.bin"), await File.ReadAllBytesAsync(Folder.File("a.bin"), Token));

        async Task TypeAsync(string line)
        {
            await terminal.PressAsync(line, Token);
            await terminal.PressAsync("Enter", Token);
        }
    }
}
