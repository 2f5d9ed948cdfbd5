namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>The number of streams without an explicit count.</summary>
[Collection(AloneGroup.Name)]
public sealed class AutoStreamsTests
{
    [Fact]
    public async Task Auto_starts_with_few_and_adds_where_each_connection_is_capped()
    {
        // With four streams the file takes 21 s: on a busy machine the controller needs ten to decide.
        await using var get = Fixture(160 << 20, new LinkShape { BytesPerSecond = 2_000_000 });

        await get.GetCompleteAsync(streams: null);
        var peak = get.Server.Log.PeakTransfers;
        get.Check(peak is > 4 and <= 64, $"{peak} streams ran at once.");
        get.Check(get.Server.Log.PeakControlConnections <= 64, $"{get.Server.Log.PeakControlConnections} sessions.");
        // Two where a busy computer makes the round trip longer than 2 ms.
        var first = Assert.Single(get.Events.OfType<TransferEvent.Planned>()).Plan.InitialStreams;
        get.Check(first is 2 or 4, $"It began with {first} streams.");
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
