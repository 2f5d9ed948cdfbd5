namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>The number of streams without an explicit count.</summary>
[Collection(AloneGroup.Name)]
public sealed class AutoStreamsTests
{
    [Fact]
    public async Task Auto_starts_with_few_and_adds_where_each_connection_is_capped()
    {
        // With four streams the file takes a minute: it is stopped as soon as more run, however long a busy machine needs to decide.
        await using var get = Fixture(512 << 20, new LinkShape { BytesPerSecond = 2_000_000 });
        using var stop = new CancellationTokenSource();

        var run = get.GetAsync(streams: null, stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || HasAdded());
        await stop.CancelAsync();
        await run;

        var peak = get.Server.Log.PeakTransfers;
        get.Check(HasAdded() && peak <= 64, $"{peak} streams ran at once.");
        get.Check(get.Server.Log.PeakControlConnections <= 64, $"{get.Server.Log.PeakControlConnections} sessions.");
        // Four below 2 ms. A busy computer makes the round trip longer: two from there on, five from 17 ms and eight from 45 ms.
        var first = Assert.Single(get.Events.OfType<TransferEvent.Planned>()).Plan.InitialStreams;
        get.Check(first is 2 or 4 or 5 or 8, $"It began with {first} streams.");

        bool HasAdded() => get.Server.Log.PeakTransfers is > 4 and var running && get.Events.OfType<TransferEvent.Decided>()
            .Any(decided => decided.Decision.After > decided.Decision.Before && running >= decided.Decision.After);
    }

    [Fact]
    public async Task Auto_tries_more_only_once_where_the_line_is_full()
    {
        await using var get = Fixture(24 << 20, new LinkShape { TotalBytesPerSecond = 4_000_000 });

        await get.GetCompleteAsync(streams: null);
        // The line is slow enough to be the limit on a busy computer too. More streams are tried once; a comparison that comes late in the
        // transfer keeps them.
        var decisions = get.Events.OfType<TransferEvent.Decided>().Select(decided => decided.Decision).ToList();
        get.Check(decisions.Count(decision => decision.After > decision.Before) <= 1, $"Tried more than once: {string.Join(", ", decisions)}.");
    }

    private static GetFixture Fixture(long length, LinkShape shape) =>
        new GetFixture(new LoopbackOptions { Shaping = shape }).Serving(length);
}
