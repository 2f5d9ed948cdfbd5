namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.5 of the fault matrix, T-DROP-1 and T-DROP-2: connections that end too early, at every awkward byte.</summary>
public sealed class DropCases
{
    private const long Share = FaultFixture.Length / 4;

    [Theory]
    [Streams(1, 4, Each = new object[] { 0L, 1L, 4095L, 4096L, 65_536L, 65_537L, 262_144L, Share - 1 })]
    [InlineData(FaultFixture.Length - 1, 1)]
    public async Task T_DROP_1_a_transfer_resumes_where_its_data_connection_was_dropped(long bytes, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr(streams == 1 ? 1 : 2).DropAfter(bytes));
        await it.GetRightAsync(streams);
        it.AssertFault("dropped");
        // With several streams, a neighbour may read on before the range is requested again.
        it.AssertRetrs(Math.Max(2, streams), streams);
        it.AssertSentBytes(1.6);
        it.AssertNotSaid("in one stream from the start");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_1_a_half_close_by_the_path_is_taken_for_no_end(int streams)
    {
        await using var it = new FaultFixture { Patience = 30 }.Through(new ChaosPlan { Rules = [ChaosRule.AfterBytes(300_000, ChaosAct.HalfClose)] });
        await it.GetRightAsync(streams);
        it.AssertDone("HalfClose");
        it.AssertRetrs(streams + 1, streams);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 4)]
    [InlineData(4, 4)]
    [InlineData(8, 8)]
    public async Task T_DROP_2_resets_in_the_middle_cost_neither_streams_nor_bytes(int resets, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().First(resets).ResetAfter(400_000));
        await it.GetRightAsync(streams);
        it.AssertFault("reset", Math.Min(resets, 4));
        it.AssertNotSaid("The server allows only");
        it.AssertSentBytes(2);
        it.AssertConnections(streams, streams + resets + 1);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_2_a_reset_by_the_path_is_like_one_by_the_server(int streams)
    {
        await using var it = new FaultFixture().Through(new ChaosPlan { Rules = [ChaosRule.AfterBytes(500_000, ChaosAct.Reset) with { Times = streams }] });
        await it.GetRightAsync(streams);
        it.AssertDone("Reset at byte 500000", streams);
        it.AssertNotSaid("The server allows only");
        it.AssertSent("RETR", streams + 1, 4 * (streams + 1));
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_2_drops_all_the_way_through_end_in_the_right_file(int streams)
    {
        await using var it = new FaultFixture(
            Fault.OnRetr().WithProbability(0.3, seed: 1).ResetAfter(300_000), Fault.OnRetr().WithProbability(0.3, seed: 2).DropAfter(200_000),
            Fault.OnRetr().WithProbability(0.2, seed: 3).EndShortAfter(400_000), Fault.OnCommand("EPSV").WithProbability(0.1, seed: 4).CloseControl());
        await it.GetRightAsync(streams);
        it.AssertFault("", 3);
        it.AssertSent("RETR", streams + 3, 60);
    }
}
