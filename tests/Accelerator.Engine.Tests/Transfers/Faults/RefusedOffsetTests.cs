using Accelerator.Engine.Tests.Transfers.Files;

namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>A server that refuses each RETR behind a REST for the moment, and each time.</summary>
public sealed class RefusedOffsetTests
{
    private const int MiB = 1 << 20;
    private const long Length = (24 * MiB) + 17;

    [Theory]
    [InlineData(1, "RETR", "450 Cannot seek now.")]
    [InlineData(4, "RETR", "450 Cannot seek now.")]
    [InlineData(4, "RETR", "451 Local error.")]
    [InlineData(4, "REST", "450 Not now.")]
    public async Task A_partial_file_whose_offset_is_refused_twice_comes_from_the_start(int streams, string verb, string reply)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);
        await get.InterruptAsync(streams, 2 * MiB);
        get.Server.Inject(Refused(verb, reply));
        var before = get.Server.Log.Retrievals.Count;

        await get.GetCompleteAsync(streams);

        get.Check(get.Server.Log.Retrievals.Skip(before).Any(retrieval => retrieval.Offset == 0), "It did not start over.");
        get.Check(get.Server.Log.CountOf("REST") <= (2 * streams) + 12, "The offset was asked for again and again.");
        Assert.Contains(get.Notices(NoticeKind.Verification), notice => notice.Contains(reply[4..^1], StringComparison.Ordinal)
            && notice.Contains("from the start", StringComparison.Ordinal));
    }

    [Theory]
    [Each(1, 4)]
    public async Task A_new_file_arrives_in_the_stream_that_needs_no_offset(int streams)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Faults = FaultPlan.Of(Refused("RETR", "450 Cannot seek now.")) }).Serving(Length);

        await get.GetCompleteAsync(streams);

        get.Check(get.Server.Log.Retrievals.Count(retrieval => retrieval.Offset == 0) <= 3, "It was downloaded again and again.");
    }

    [Fact]
    public async Task A_file_of_unknown_size_whose_end_cannot_be_read_again_is_not_verified()
    {
        await using var get = new GetFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst),
            Faults = FaultPlan.Of(Refused("RETR", "450 Cannot seek now."), Fault.OnListing().Refuse("550 No listing.")),
        }).Serving(Length);

        await get.GetRefusedAsync(4, FailureKind.Verification, "does not honour REST");
    }

    [Theory]
    [InlineData(5L * MiB, 20L * MiB)]
    [InlineData(Length - 500, null)]
    public async Task A_part_comes_from_the_start(long start, long? end)
    {
        await using var output = new RecordedOutput();
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Faults = FaultPlan.Of(Refused("RETR", "450 Cannot seek now.")) }).Serving(Length);

        await get.GetAsync(4, get.Item() with { Output = output, OutputWindow = 4 * MiB, OutputRange = new OutputRange(start, end) });

        get.Check(get.Result.Failure is null, "The get should have succeeded.");
        Assert.Equal((end ?? Length) - start, output.Bytes.Length);
    }

    private static Fault Refused(string verb, string reply) =>
        verb == "REST" ? Fault.OnCommand("REST").Reply(reply) : Fault.OnRetr().FromOffset(1).Refuse(reply);
}
