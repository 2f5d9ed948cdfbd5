using Accelerator.Engine.Tests.Transfers.Gets;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>The tail never waits for one slow stream: the others take its work.</summary>
public sealed class SlowStreamTests
{
    private const long Length = 40 << 20;
    private const long Rate = 8_000_000;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    public async Task The_others_take_the_work_of_a_stream_that_is_twenty_times_slower(int slow)
    {
        await using var get = Harness(new LinkShape { BytesPerSecond = Rate, BytesPerSecondOf = connection => connection == slow ? Rate / 20 : null });

        await get.GetAsync();

        await get.AssertIsCompleteAsync();
        AssertLittleFrom(get, slow);
    }

    [Fact]
    public async Task The_others_take_the_work_of_a_stream_that_becomes_slow()
    {
        await using var get = Harness(new LinkShape { BytesPerSecond = Rate }, Fault.OnRetr(3).SlowAfter(200_000, Rate / 20));

        await get.GetAsync();

        await get.AssertIsCompleteAsync();
        get.AssertFaultFired("slowed");
        AssertLittleFrom(get, get.Server.Log.Retrievals[2].DataConnection);
    }

    // An eighth of the file was its share; a twentieth of a share is what it earns, and a claim or two.
    private static void AssertLittleFrom(GetHarness get, int connection)
    {
        var bytes = get.Server.Log.Retrievals.Where(transfer => transfer.DataConnection == connection).Sum(transfer => transfer.BytesSent);
        get.Check(bytes < Length / 8 / 2, $"The slow stream carried {bytes} bytes.");
        get.Check(get.Result.BytesFetched < Length * 1.15, "Work was done twice.");
        get.Check(get.Result.Elapsed < TimeSpan.FromSeconds(Length / 8.0 / (Rate / 20.0) / 2), "The others waited for the slow stream.");
    }

    private static GetHarness Harness(LinkShape shape, params Fault[] faults)
    {
        var get = new GetHarness(new LoopbackOptions { Shaping = shape, Faults = FaultPlan.Of(faults) });
        get.Server.Files.AddSynthetic(GetHarness.Remote, Length);
        return get;
    }
}
