namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>One get from a far server, over as many streams as that is worth: several tests look at its trace.</summary>
public sealed class RoundTripFixture : IAsyncLifetime
{
    /// <summary>Long against what a busy machine adds, short enough for eight of them.</summary>
    internal static readonly TimeSpan Latency = TimeSpan.FromMilliseconds(300);

    internal GetFixture Get { get; } = Far();

    internal static GetFixture Far() =>
        new GetFixture(new LoopbackOptions { Shaping = new LinkShape { ReplyLatency = Latency, BytesPerSecond = 2_000_000 } })
            .Serving(96 << 20);

    public Task InitializeAsync() => Get.GetCompleteAsync(streams: null);

    public async Task DisposeAsync() => await Get.DisposeAsync();
}
