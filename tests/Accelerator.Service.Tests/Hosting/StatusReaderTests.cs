namespace Accelerator.Service.Tests.Hosting;

/// <summary>The problems that <c>ftpx service status</c> shows.</summary>
public sealed class StatusReaderTests
{
    /// <summary>Whether the job is paused or its server is away: a quarantined file waits for an operator, and nothing hides it.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("paused")]
    [InlineData("unreachable")]
    public async Task A_quarantined_file_is_shown_until_it_is_retried(string other)
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.GiveUpAsync("bad", FileState.Quarantined, "RETR bad: 550 No.", "network");
        fixture.Polled();
        if (other == "paused") await fixture.Core.Ledger!.Upkeep.PauseAsync("passes", null, CancellationToken.None);
        if (other == "unreachable") fixture.Core.Events.Report(new JobEvent.Incident("server svalbard", "530 No."));
        string[] expected = other == "unreachable" ? ["530 No."] : [];
        Assert.Equal(
            [.. expected, "passes has 1 failed or quarantined file, the latest /pub/bad. ftpx job history passes --failures gives the reasons; the status page suggests a fix for each."],
            await ProblemsAsync(fixture));

        Assert.Equal(1, await fixture.Core.Ledger!.Upkeep.RetryAsync("passes", null, CancellationToken.None));
        Assert.Equal(expected, await ProblemsAsync(fixture));
    }

    private static async Task<IReadOnlyList<string>> ProblemsAsync(FiguresFixture fixture)
    {
        await using var outputs = new ServiceOutputs(fixture.Folder.Path, fixture.Core, fixture.Watch, fixture.Vault, fixture.Time, NullLoggerFactory.Instance);
        var options = new DaemonOptions(fixture.Folder.Path, fixture.Folder.File("jobs.json"), IsConsole: false);
        return (await new StatusReader(options, fixture.Core, fixture.Watch, outputs, fixture.Time).ReadAsync(CancellationToken.None).SoonAsync()).Problems;
    }
}
