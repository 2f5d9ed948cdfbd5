namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.5 of the fault matrix, T-DROP-10, T-SLOW and T-RACE: streams of different speeds, and which stream gets which range.
/// </summary>
public sealed class StreamCases
{
    private const long Long = 3 * FaultFixture.Length;

    // The lab measures seconds; this case checks that every stream carries its share all the time.
    [Theory]
    [Streams(4, 10)]
    public async Task T_DROP_10_where_each_connection_is_capped_all_streams_carry_their_share(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1_000_000, TotalBytesPerSecond = 10_000_000 } });
        it.Serve(FaultFixture.Big, Long);
        await it.GetRightAsync(streams, "--segment-size", "64K");
        it.Check(it.Server.Log.PeakTransfers >= streams, $"Only {it.Server.Log.PeakTransfers} of {streams} ran at once.");
        var most = it.Server.Log.Retrievals.GroupBy(transfer => transfer.Connection).Max(session => session.Sum(transfer => transfer.BytesSent));
        it.Check(most < Long * 1.8 / streams, $"One session carried {most} bytes.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task T_SLOW_1_the_others_take_the_work_of_a_stream_that_is_twenty_times_slower(int slow)
    {
        var shape = new LinkShape { BytesPerSecond = 4_000_000, BytesPerSecondOf = connection => connection == slow ? 200_000 : null };
        await using var it = new FaultFixture(new LoopbackOptions { Shaping = shape });
        it.Serve(FaultFixture.Big, Long);
        await it.GetRightAsync(4, "--segment-size", "64K");
        var bytes = it.Server.Log.Retrievals.Where(transfer => transfer.DataConnection == slow).Sum(transfer => transfer.BytesSent);
        it.Check(bytes < Long / 8, $"The slow stream carried {bytes} bytes of {Long}.");
        it.AssertSentBytes(1.4, Long);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task T_RACE_1_ranges_that_change_hands_all_the_time_give_the_right_file(int seed)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Shaping = new LinkShape { BytesPerSecondOf = connection => 300_000 + (connection * 7919 * seed % 17 * 400_000) },
            Faults = FaultPlan.Of(Fault.OnRetr().WithProbability(0.15, seed).DropAfter(100_000)),
        });
        it.Serve(FaultFixture.Big, Long, seed);
        await it.GetRightAsync(8, "--segment-size", "64K");
        it.Check(it.Server.Log.Retrievals.Count > 8, "No range changed hands.");
        it.AssertSent("RETR", 9, 200);
    }
}
