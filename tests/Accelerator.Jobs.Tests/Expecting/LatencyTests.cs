namespace Accelerator.Jobs.Tests.Expecting;

public sealed class LatencyTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 24, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_file_appears_at_its_last_change_unless_that_cannot_be() => Assert.All(
        ((string? Modified, DateTimeOffset Appeared)[])
        [
            ("20261124115000", Noon.AddMinutes(-10)), ("20261124115000.123", Noon.AddMinutes(-10)), (null, Noon), ("", Noon), ("2026112411", Noon), ("20261332115000", Noon),
            // A clock that is ahead, and a copy that keeps the time of its original.
            ("20261124120001", Noon), ("20261123115959", Noon), ("20261123120000", Noon.AddDays(-1)),
        ],
        one => Assert.Equal(one.Appeared, Latency.Appeared(one.Modified, Noon)));

    [Fact]
    public void Percentiles_are_times_of_files_and_undelivered_files_count_as_late()
    {
        var tally = new LatencyTally(TimeSpan.FromSeconds(95));
        for (var i = 1; i <= 100; i++) tally.Add(new Arrival("/in", $"{i}", null, Noon, Noon.AddSeconds(i)));
        var overdue = new PendingFile("/in", "x", FileState.Queued, Noon, IsSkipped: false);
        tally.Add(overdue, Noon.AddSeconds(96));
        tally.Add(overdue, Noon.AddSeconds(95));
        tally.Add(overdue with { IsSkipped = true }, Noon.AddHours(1));
        var hour = Assert.Single(tally.Hours(Noon, Noon.AddHours(1)));
        Assert.Equal(new LatencyHour(Noon, new Latency(100, 6, 1, 50, 95, 99, 100)), hour);
        Assert.Equal(hour.Latency, tally.Sum(Noon, Noon.AddHours(1)));
        Assert.Equal(new Latency(0, 0, 0, 0, 0, 0, 0), tally.Sum(Noon.AddHours(1), Noon.AddHours(2)));
    }
}
