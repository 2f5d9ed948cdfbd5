namespace Accelerator.Jobs.Tests.Expecting;

public sealed class LatencyTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 24, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void The_appearance_time_of_a_file_is_its_last_change_unless_that_is_implausible() => Assert.All(
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
        var overdue = new PendingFile("/in", "x", FileState.Queued, null, Noon, IsSkipped: false);
        tally.Add(overdue, Noon.AddSeconds(96));
        tally.Add(overdue, Noon.AddSeconds(95));
        tally.Add(overdue with { IsSkipped = true }, Noon.AddHours(1));
        var hour = Assert.Single(tally.Hours(Noon, Noon.AddHours(1)));
        Assert.Equal(new LatencyHour(Noon, new Latency(100, 6, 1, 50, 95, 99, 100)), hour);
        Assert.Equal(hour.Latency, tally.Sum(Noon, Noon.AddHours(1)));
        Assert.Equal(new Latency(0, 0, 0, 0, 0, 0, 0), tally.Sum(Noon.AddHours(1), Noon.AddHours(2)));
        Assert.Equal((101, 95), (hour.Latency.Due, hour.Latency.InTime));
    }

    [Fact]
    public void An_undelivered_file_is_late_by_its_appearance_on_the_archive_and_not_before_it_is_seen()
    {
        var tally = new LatencyTally(TimeSpan.FromMinutes(10));
        var file = new PendingFile("/in", "x", FileState.Queued, "20261124115500", Noon, IsSkipped: false);
        tally.Add(file, Noon.AddMinutes(5));
        Assert.Equal(0, tally.Sum(Noon.AddDays(-2), Noon.AddHours(1)).Undelivered);
        tally.Add(file, Noon.AddMinutes(6));
        // It waited on the archive while nothing could see it: it is late in the hour in which it was seen.
        tally.Add(file with { Modified = "20261124090000" }, Noon);
        Assert.Equal((2, 0), (Assert.Single(tally.Hours(Noon.AddDays(-2), Noon.AddHours(1)), hour => hour.At == Noon).Latency.Due, tally.Sum(Noon, Noon.AddHours(1)).InTime));
        tally.Add(file with { State = FileState.Vanished }, Noon.AddMinutes(6));
        Assert.Equal(new Latency(0, 3, 3, 0, 0, 0, 0) { Lost = 1 }, tally.Sum(Noon, Noon.AddHours(1)));
    }
}
