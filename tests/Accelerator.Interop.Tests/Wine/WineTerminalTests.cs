namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// The executable in a Windows console, which Wine shows in the terminal it is started from. Wine's console counts control sequences as characters, and
/// a frame drawn in place breaks there: the program knows it and prints plain lines, as it does in a console of Windows that has no sequences.
/// </summary>
public sealed partial class WineTerminalTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerFact("vsftpd", "tmux", "wine")]
    public async Task Progress_is_printed_in_plain_lines_and_Ctrl_C_prints_the_resume_command()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) / 20 }, Token);
        await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, Token);
        var command = WineSession.ShellCommand([WindowsBuild.Shipped.Require(), "get", "--streams", "4", FtpxProgram.UrlOf(server, "big.bin")]);
        await using var terminal = await TmuxTerminal.StartAsync(Folder.Path, wine.Session.Environment, command, Token);

        await terminal.WaitForAsync(ProgressLine(), Token);
        await terminal.PressAsync("C-c", Token);
        var screen = await terminal.WaitForAsync(ExitCode(), Token);
        Assert.Contains("exit code 130", screen);
        Assert.Contains("ftpx: note: stopping.", screen);
        Assert.Contains("ftpx: note: to continue, run: ftpx get --streams 4 ftp://", screen);
        Assert.True(File.Exists(Folder.File("big.bin.part.journal")));
    }

    [ServerFact("vsftpd", "tmux", "wine")]
    public async Task The_command_prompt_runs_it_as_any_program()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) / 6 }, Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, Token);
        var command = WineSession.ShellCommand(
            ["cmd", "/c", WineSession.PathOf(WindowsBuild.Shipped.Require()), "get", "--streams", "4", FtpxProgram.UrlOf(server, "big.bin")]);
        await using var terminal = await TmuxTerminal.StartAsync(Folder.Path, wine.Session.Environment, command, Token);

        await terminal.WaitForAsync(ProgressLine(), Token);
        var screen = await terminal.WaitForAsync(ExitCode(), Token);
        Assert.Contains("exit code 0", screen);
        Assert.True(Result().IsMatch(screen), screen);
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
    }

    [GeneratedRegex(@"^\d:\d\d [\d.]+ [KM]iB of 64\.0 MiB \(\d+%\), [\d.]+ [KM]iB/s, \d streams?, \d:\d\d left$", RegexOptions.Multiline)]
    private static partial Regex ProgressLine();

    [GeneratedRegex(@"^big\.bin: 64\.0 MiB in \d+\.\d s, .*, 4 streams, .*(verified by |complete; )", RegexOptions.Multiline)]
    private static partial Regex Result();

    [GeneratedRegex("^exit code ", RegexOptions.Multiline)]
    private static partial Regex ExitCode();
}
