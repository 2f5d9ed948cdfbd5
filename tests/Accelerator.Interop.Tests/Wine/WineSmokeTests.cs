namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// All that Wine 8 lets a .NET 8 program do: what catches no exception, or one. At the second one of a thread Wine follows a frame of the first one that
/// is gone (WINEDEBUG=+seh: "call_teb_handler calling TEB handler 0000000000000000 (frame=000000000019BF70)" with the stack pointer at 19CFC8), faults,
/// follows it again, and so on: the program hangs, or ends as "Internal CLR error". Six lines of try, throw and catch show the same, and no setting of
/// the runtime helps; .NET 9 and later throw without Windows' frames. A get catches several: each connection is asked for SIO_TCP_INFO, which Wine lacks.
/// </summary>
public sealed class WineSmokeTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerFact("wine")]
    public Task The_shipped_programs_answer_version_and_help() => AnswersAsync(wine.Shipped, "(.NET 10.");

    [ServerFact("wine")]
    [Trait("Run", "all")]
    public Task The_programs_with_NET_8_answer_version_and_help() => AnswersAsync(wine.Older, "(.NET 8.", tries: 4);

    [ServerFact("vsftpd", "wine")]
    [Trait("Run", "all")]
    public async Task The_program_with_NET_8_logs_in_and_plans()
    {
        // Wine 8 hangs or ends .NET 8 at a thread's second exception (decisions/0002): 3 of 12 tries of a run that throws one or two. A good run takes 3 s,
        // and on a busy machine more than 15. 139 is the end by SIGSEGV.
        for (var tries = 1; ; tries++)
        {
            using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(10 * tries));
            try
            {
                await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
                await new ProgramChecks(wine.Older).PlansWithoutFetchingAsync(server, deadline.Token);
                return;
            }
            catch (Exception e) when (tries < 8 && (e is OperationCanceledException || e.Message.Contains("Internal CLR error", StringComparison.Ordinal)
                || e.Message.StartsWith("It ended with 139:", StringComparison.Ordinal)))
            {
                WineSession.NoteRetry($"A dry run with .NET 8: {e.Message}");
            }
        }
    }

    // Where Wine 8 hangs .NET 8, the program is killed and started again. The last try, the only one of what is shipped, has the time of the test.
    private async Task<ProgramEnd> RunAsync(FtpxProgram program, string[] words, int tries)
    {
        for (var number = 1; number < tries; number++)
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(Token);
            limit.CancelAfter(TimeSpan.FromSeconds(30 * number));
            try
            {
                return await program.RunAsync(Folder.Path, null, words, limit.Token);
            }
            catch (OperationCanceledException) when (!Token.IsCancellationRequested)
            {
                WineSession.NoteRetry($"ftpx {string.Join(' ', words)} with .NET 8 did not end within {30 * number} s.");
            }
        }
        return await program.RunAsync(Folder.Path, null, words, Token);
    }

    private async Task AnswersAsync(FtpxProgram program, string runtime, int tries = 1)
    {
        await AssertAsync(0, ["ftpx 0.1.0", runtime, ", win-x64)"], "", "version");
        await AssertAsync(0, ["ftpx 0.1.0", runtime], "", "--version");
        await AssertAsync(0, ["Download files from FTP servers", "ftpx help commands"], "", "--help");
        await AssertAsync(0, ["Exit codes:", "  130  cancelled"], "", "help", "exit-codes");
        await AssertAsync(2, ["Download files from FTP servers"], "");
        await AssertAsync(0, ["ftpx get", "--unbuffered auto|on|off"], "", "get", "--help", "all");
        await AssertAsync(0, ["ftpx probe", "--time-limit"], "", "probe", "--help");
        await AssertAsync(0, ["ftpx site set"], "", "site", "set", "--help");
        await AssertAsync(0, ["ftpx selftest", "--folder"], "", "selftest", "--help");
        await AssertAsync(0, ["    5  network "], "", "exit-codes");
        await AssertAsync(0, ["No data is stored for localhost."], "", "site", "show", "localhost");
        await AssertAsync(2, [""], "ftpx: error: unknown command \"fetch\".\r\nTry: ftpx --help\r\n", "fetch");
        await AssertAsync(2, [""], "ftpx: error: --streams: \"99\" is not a number of streams: use 1 to 64, or auto.\r\nTry: ftpx get --help\r\n", "get", "--streams", "99", "ftp://h/a");

        async Task AssertAsync(int exitCode, string[] output, string error, params string[] words)
        {
            var end = await RunAsync(program, words, tries);
            Assert.Equal((exitCode, error), (end.ExitCode, end.Error));
            Assert.All(output, part => Assert.Contains(part, end.Output));
        }
    }
}
