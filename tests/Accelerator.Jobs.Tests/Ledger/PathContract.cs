namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The measurements of network paths.</summary>
public abstract class PathContract : LedgerContract
{
    [LedgerFact]
    public async Task Measurements_come_back_in_their_order_and_as_they_were()
    {
        var at = DateTimeOffset.FromUnixTimeMilliseconds(1_790_000_000_000);
        var full = new PathMeasurement
        {
            Server = "a", Node = "n1", At = at, Kind = PathMeasurement.Probe, Streams = 7, Rate = 5_000_000_000, StreamRate = 700_000_000,
            RoundTrip = 81.5, OutOfOrder = 0.000125, Bytes = 25_000_000_000, Seconds = 5.25,
        };
        var bare = new PathMeasurement { Server = "b", Node = "n1", At = at.AddMinutes(1), Kind = PathMeasurement.Transfer, Rate = 1, Bytes = 1, Seconds = 1 };
        await Ledger.Paths.AddAsync(bare, None);
        await Ledger.Paths.AddAsync(full, None);
        Assert.Equal([full, bare], await Ledger.Paths.ListAsync(null, at, 10, None));
        Assert.Equal([bare], await Ledger.Paths.ListAsync(null, at, 1, None));
        Assert.Equal([full], await Ledger.Paths.ListAsync("a", at, 10, None));
        await Ledger.Paths.AddAsync(full with { At = at + PathLedger.Keep + TimeSpan.FromMinutes(2) }, None);
        Assert.Single(await Ledger.Paths.ListAsync("a", at, 10, None));
    }

    [LedgerFact]
    public void The_usual_goodput_is_the_median_of_scheduled_measurements_and_without_enough_of_them_that_of_deliveries()
    {
        Assert.Null(PathMeasurement.Usual([One(PathMeasurement.Probe, 1), One(PathMeasurement.Probe, 2), One(PathMeasurement.Transfer, 3)]));
        Assert.Equal(30, PathMeasurement.Usual([One(PathMeasurement.Probe, 1), .. ((long[])[50, 10, 30]).Select(rate => One(PathMeasurement.Transfer, rate))]));
        Assert.Equal(2, PathMeasurement.Usual([.. ((long[])[1, 2, 3]).Select(rate => One(PathMeasurement.Probe, rate)), .. ((long[])[50, 10, 30]).Select(rate => One(PathMeasurement.Transfer, rate))]));

        static PathMeasurement One(string kind, long rate) => new() { Server = "a", Node = "n1", At = DateTimeOffset.UnixEpoch, Kind = kind, Rate = rate, Bytes = 1, Seconds = 1 };
    }

    [LedgerFact]
    public async Task The_largest_delivered_file_of_a_server_is_measured_with()
    {
        Assert.Null(await Ledger.Paths.LargestFileAsync(Server, None));
        await DeliveredAsync("one");
        await QueueAsync(await FolderAsync(), "queued");
        await FolderAsync(path: "/b");
        await PolledAsync(await FolderAsync());
        Assert.Equal(("/a", "one", 10), await Ledger.Paths.LargestFileAsync(Server, None));
        Assert.Null(await Ledger.Paths.LargestFileAsync("other", None));
    }

    /// <summary>The server may have deleted the files of a dated folder that has left the look-back time: no poll notices that.</summary>
    [LedgerFact]
    public async Task A_file_in_a_folder_that_its_job_polls_no_longer_is_not_measured_with()
    {
        var (past, current) = (await FolderAsync(path: "/20261119"), await FolderAsync(path: "/20261121"));
        await DeliverAsync(past, "past", 1000);
        await DeliverAsync(current, "current", 10);
        await PolledAsync(past);
        Assert.Equal(("/20261119", "past", 1000), await Ledger.Paths.LargestFileAsync(Server, None));
        Time.Advance(TimeSpan.FromHours(25));
        await PolledAsync(current);
        Assert.Equal(("/20261121", "current", 10), await Ledger.Paths.LargestFileAsync(Server, None));
    }

    [LedgerFact]
    public async Task A_file_of_a_job_that_polls_once_a_week_is_measured_with_beside_one_that_polls_every_minute()
    {
        var (weekly, often) = (await FolderAsync(path: "/weekly"), await FolderAsync("orbits", "/often"));
        await DeliverAsync(weekly, "large", 1000);
        await PolledAsync(weekly);
        Time.Advance(TimeSpan.FromDays(6));
        await PolledAsync(often);
        Assert.Equal(("/weekly", "large", 1000), await Ledger.Paths.LargestFileAsync(Server, None));
    }

    private Task PolledAsync(long folder) => Ledger.Folders.EndAsync(folder, new PollEnd(Time.GetUtcNow(), Time.GetUtcNow(), true, 1, null), None);

    private async Task DeliverAsync(long folder, string name, long size)
    {
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [New(Seen(name, FileState.Queued, size))], None));
        var claim = Assert.Single(await ClaimAsync());
        Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(claim, Proven(name), None));
        Assert.True(await PublishAsync(claim));
    }
}
