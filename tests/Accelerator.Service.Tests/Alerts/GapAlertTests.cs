namespace Accelerator.Service.Tests.Alerts;

/// <summary>The alerts of incomplete slots, from the ledger to the text of the message.</summary>
public sealed class GapAlertTests
{
    // One slot a day. The clock of the fixture starts at 03:04:05.
    private const string Daily = """{ "every": "1h", "pattern": "{yyyy}{MM}{dd}{HH}_{channel}.nc", "channels": [ "a", "b" ], "late_after": "90m", "missing_after": "3h", "from": "02:00", "to": "03:00" }""";
    private const string About = "slots since 2026-01-02 02:00 of passes";

    private readonly AlertDigest _digest = new(after: TimeSpan.FromMinutes(1), every: TimeSpan.FromMinutes(15));
    private CauseReader? _causes;

    [Fact]
    public async Task A_slot_that_never_arrives_is_not_reported_as_resolved_when_it_is_no_longer_watched()
    {
        await using var fixture = await ReportedAsync();
        // After a day and missing_after, which is the time that polls look back, the slot is not watched any more.
        fixture.Time.Advance(TimeSpan.FromHours(30));
        await DeliverAsync(fixture, "20260103");
        var text = await EndAsync(fixture);
        Assert.Contains($"No longer watched: {About}. It was not resolved, and polls no longer look back so far. passes has 1 incomplete slot: ", text, StringComparison.Ordinal);
        Assert.Contains($"no longer watched: {About}\n", text, StringComparison.Ordinal);
        Assert.DoesNotContain("resolved: ", text, StringComparison.OrdinalIgnoreCase);
        Assert.Empty((await fixture.ReadAsync()).Concerns);
        // It is sent once.
        fixture.Time.Advance(TimeSpan.FromHours(2));
        fixture.Polled();
        Assert.Null(await DueAsync(fixture));
    }

    [Fact]
    public async Task A_slot_whose_files_arrive_late_is_resolved()
    {
        await using var fixture = await ReportedAsync();
        fixture.Time.Advance(TimeSpan.FromMinutes(20));
        await DeliverAsync(fixture, "20260102");
        var text = await EndAsync(fixture);
        Assert.Contains($"Resolved: {About}, failing since 2026-01-02 03:30:00 UTC.", text, StringComparison.Ordinal);
        Assert.DoesNotContain("watched", text, StringComparison.Ordinal);
    }

    private static async Task DeliverAsync(FiguresFixture fixture, string day)
    {
        foreach (var channel in (string[])["a", "b"]) await fixture.DeliverAsync($"{day}02_{channel}.nc", TimeSpan.Zero);
    }

    /// <summary>Returns a service with one slot that has no file, and of which an alert was sent.</summary>
    private async Task<FiguresFixture> ReportedAsync()
    {
        var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Daily, "\"look_back\": \"1d\",");
        await DeliverAsync(fixture, "20260101");
        fixture.Time.Advance(TimeSpan.FromMinutes(27));
        fixture.Polled();
        Assert.Equal(About, Assert.Single((await DueAsync(fixture))!.Began).About);
        return fixture;
    }

    private async Task<string> EndAsync(FiguresFixture fixture)
    {
        fixture.Polled();
        Assert.Null(await DueAsync(fixture));
        fixture.Time.Advance(TimeSpan.FromMinutes(1));
        var news = (await DueAsync(fixture))!;
        return $"{AlertText.Subject(news, "n1")}\n{AlertText.Body(news, "n1")}";
    }

    private async Task<AlertNews?> DueAsync(FiguresFixture fixture)
    {
        _causes ??= new CauseReader(fixture.Core, fixture.Figures);
        var now = fixture.Time.GetUtcNow();
        var news = _digest.Due(await _causes.ReadAsync(CancellationToken.None).SoonAsync(), [], now);
        if (news is not null) _digest.Notified(news, now);
        return news;
    }
}
