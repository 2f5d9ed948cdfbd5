namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>The number of streams without an explicit count.</summary>
[Collection(AloneGroup.Name)]
public sealed class AutoStreamsTests
{
    [Fact]
    public async Task Auto_starts_with_four_and_adds_where_each_connection_is_capped()
    {
        // With four streams the file takes 21 s: on a busy machine the controller needs ten to decide.
        await using var get = Fixture(160 << 20, new LinkShape { BytesPerSecond = 2_000_000 });

        await get.GetCompleteAsync(streams: null);
        var peak = get.Server.Log.PeakTransfers;
        get.Check(peak is > 4 and <= 32, $"{peak} streams ran at once.");
        get.Check(get.Server.Log.PeakControlConnections <= 32, $"{get.Server.Log.PeakControlConnections} sessions.");
        var first = get.Events.OfType<TransferEvent.Progress>().First(progress => progress.Snapshot.Phase == TransferPhase.Transferring).Snapshot;
        get.Check(first.WantedStreams == 4, $"It began with {first.WantedStreams} streams.");
    }

    [Fact]
    public async Task Auto_stays_small_where_the_line_is_full()
    {
        await using var get = Fixture(20 << 20, new LinkShape { TotalBytesPerSecond = 8_000_000 });

        await get.GetCompleteAsync(streams: null);
        get.Check(get.Server.Log.PeakTransfers <= 8, $"{get.Server.Log.PeakTransfers} streams ran at once though more brought nothing.");
    }

    private static GetFixture Fixture(long length, LinkShape shape) =>
        new GetFixture(new LoopbackOptions { Shaping = shape }).Serving(length);
}
