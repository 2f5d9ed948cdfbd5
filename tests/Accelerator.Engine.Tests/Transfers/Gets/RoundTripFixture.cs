namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>One get from a distant server, over the number of streams that pays off there: several tests examine its trace.</summary>
public sealed class RoundTripFixture : IAsyncLifetime
{
    /// <summary>A latency that is long compared with the delays of a busy machine, and short enough for eight round trips.</summary>
    internal static readonly TimeSpan Latency = TimeSpan.FromMilliseconds(300);

    internal GetFixture Get { get; } = Far();

    internal static GetFixture Far() =>
        new GetFixture(new LoopbackOptions { Shaping = new LinkShape { ReplyLatency = Latency, BytesPerSecond = 2_000_000 } })
            .Serving(96 << 20);

    public Task InitializeAsync() => Get.GetCompleteAsync(streams: null);

    public async Task DisposeAsync() => await Get.DisposeAsync();
}
