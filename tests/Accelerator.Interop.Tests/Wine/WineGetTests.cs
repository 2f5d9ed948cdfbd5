namespace Accelerator.Interop.Tests.Wine;

/// <summary>The executable that is shipped for Windows, against real servers, with the checks that apply on every system.</summary>
public sealed class WineGetTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerFact("vsftpd", "wine")]
    public Task The_program_brings_a_big_file_and_prints_JSON() => CheckAsync(wine.Checks.SpeaksJsonAsync, streams: 8);

    [ServerFact("vsftpd", "wine")]
    public Task The_program_prints_a_line_or_nothing() => CheckAsync(wine.Checks.SpeaksPlainlyAsync, streams: 8);

    [ServerFact("vsftpd", "wine")]
    public Task The_program_brings_odd_names() => CheckAsync(wine.Checks.BringsOddNamesAsync);

    [ServerFact("vsftpd", "wine")]
    public Task The_program_brings_a_name_that_is_not_UTF8() => CheckAsync(wine.Checks.BringsANameThatIsNotUtf8Async);

    [ServerFact("vsftpd", "wine")]
    public Task The_program_fails_with_an_exit_code_and_a_sentence() => CheckAsync(wine.Checks.FailsWithASentenceAsync);

    [ServerFact("vsftpd", "wine")]
    public Task The_program_reports_that_some_of_several_files_failed() => CheckAsync(wine.Checks.TellsThatSomeOfSeveralFailedAsync);

    [ServerFact("vsftpd", "wine")]
    public Task The_program_plans_without_fetching() => CheckAsync(wine.Checks.PlansWithoutFetchingAsync);

    private async Task CheckAsync(Func<FtpServerProcess, CancellationToken, Task> check, int? streams = null)
    {
        // Slower than elsewhere: a session takes Wine a while, and the last stream is to come before the end.
        var options = streams is { } count ? new ServerOptions { BytesPerSecond = GetChecks.RateFor(count) / 4 } : new ServerOptions();
        await using var server = await VsftpdServer.StartAsync(options, Token);
        await check(server, Token);
    }
}
