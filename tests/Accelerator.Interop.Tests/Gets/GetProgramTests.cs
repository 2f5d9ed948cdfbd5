namespace Accelerator.Interop.Tests.Gets;

/// <summary><c>ftpx get</c> as a user runs it, with every server.</summary>
public sealed class GetProgramTests : RealTests
{
    // Nine seconds for eight streams: on a busy machine the last of them may log in that much later than the first.
    private static readonly int? RateForEight = GetChecks.RateFor(24);

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public Task The_program_brings_a_big_file_and_writes_JSON(ServerKind kind) => RunAsync(kind, RateForEight, ProgramChecks.Native.SpeaksJsonAsync);

    [ServerTheory]
    [Proftpd]
    public Task The_program_writes_plain_text_or_nothing_at_all(ServerKind kind) =>
        RunAsync(kind, RateForEight, ProgramChecks.Native.SpeaksPlainlyAsync);

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public Task The_program_brings_odd_names(ServerKind kind) => RunAsync(kind, null, ProgramChecks.Native.BringsOddNamesAsync);

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd]
    public Task The_program_brings_a_name_that_is_not_UTF8(ServerKind kind) => RunAsync(kind, null, ProgramChecks.Native.BringsANameThatIsNotUtf8Async);

    [ServerTheory]
    [Proftpd]
    public Task The_program_plans_without_fetching(ServerKind kind) => RunAsync(kind, null, ProgramChecks.Native.PlansWithoutFetchingAsync);

    [ServerTheory]
    [Vsftpd]
    public Task The_program_fails_with_an_exit_code_and_a_sentence(ServerKind kind) => RunAsync(kind, null, ProgramChecks.Native.FailsWithASentenceAsync);

    [ServerTheory]
    [PureFtpd]
    public Task The_program_reports_that_some_of_several_files_failed(ServerKind kind) =>
        RunAsync(kind, null, ProgramChecks.Native.TellsThatSomeOfSeveralFailedAsync);

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd]
    public Task The_program_downloads_again_only_what_differs(ServerKind kind) =>
        RunAsync(kind, null, ProgramChecks.Native.DownloadsAgainOnlyWhatDiffersAsync);

    private async Task RunAsync(ServerKind kind, int? bytesPerSecond, Func<FtpServerProcess, CancellationToken, Task> test)
    {
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = bytesPerSecond }, Token);
        await test(server, Token);
    }
}
