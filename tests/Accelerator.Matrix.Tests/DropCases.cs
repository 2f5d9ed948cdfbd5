using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.5 of the fault matrix, T-DROP-1 and T-DROP-2: connections that end too early, at every awkward byte.</summary>
public sealed class DropCases
{
    private const long Share = FaultCase.Length / 4;

    public static TheoryData<long, int> Bytes()
    {
        var cases = new TheoryData<long, int>();
        foreach (var bytes in (long[])[0, 1, 4095, 4096, 64 << 10, (64 << 10) + 1, 256 << 10, Share - 1])
        {
            cases.Add(bytes, 1);
            cases.Add(bytes, 4);
        }
        cases.Add(FaultCase.Length - 1, 1);
        return cases;
    }

    [Theory]
    [MemberData(nameof(Bytes))]
    public async Task T_DROP_1_a_data_connection_that_ends_early_goes_on_where_it_was(long bytes, int streams)
    {
        await using var it = new FaultCase(Fault.OnRetr(streams == 1 ? 1 : 2).DropAfter(bytes));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("dropped");
        // With several, a neighbour may read on before the range is asked for again.
        it.AssertSent("RETR", Math.Max(2, streams), 3 * (streams + 1));
        it.AssertSentBytes(1.6);
        it.AssertNotSaid("in one stream from the start");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_DROP_1_a_half_close_by_the_path_is_taken_for_no_end(int streams)
    {
        await using var it = new FaultCase().Through(new ChaosPlan { Rules = [ChaosRule.AfterBytes(300_000, ChaosAct.HalfClose)] });
        await it.GetAsync(streams, "--timeout-stall", "1");

        await it.AssertRightAsync();
        it.AssertDone("HalfClose");
        it.AssertSent("RETR", streams + 1, 3 * (streams + 1));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 4)]
    [InlineData(4, 4)]
    [InlineData(8, 8)]
    public async Task T_DROP_2_resets_in_the_middle_cost_neither_streams_nor_bytes(int resets, int streams)
    {
        await using var it = new FaultCase(Fault.OnRetr().First(resets).ResetAfter(400_000));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("reset", Math.Min(resets, 4));
        it.AssertNotSaid("no more than");
        it.AssertSentBytes(2);
        it.AssertConnections(streams, streams + resets + 1);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_DROP_2_a_reset_by_the_path_is_like_one_by_the_server(int streams)
    {
        await using var it = new FaultCase().Through(new ChaosPlan { Rules = [ChaosRule.AfterBytes(500_000, ChaosAct.Reset) with { Times = streams }] });
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertDone("Reset at byte 500000", streams);
        it.AssertNotSaid("no more than");
        it.AssertSent("RETR", streams + 1, 4 * (streams + 1));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_DROP_2_drops_all_the_way_through_end_in_the_right_file(int streams)
    {
        await using var it = new FaultCase(
            Fault.OnRetr().WithProbability(0.3, seed: 1).ResetAfter(300_000), Fault.OnRetr().WithProbability(0.3, seed: 2).DropAfter(200_000),
            Fault.OnRetr().WithProbability(0.2, seed: 3).EndShortAfter(400_000), Fault.OnCommand("EPSV").WithProbability(0.1, seed: 4).CloseControl());
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("", 3);
        it.AssertSent("RETR", streams + 3, 60);
    }
}
