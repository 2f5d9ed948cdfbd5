namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.3 of the fault matrix, T-REP-1 to T-REP-4: replies around the data that come too early, too late, twice or never.
/// </summary>
public sealed class TransferReplyCases
{
    private const string Next = "/next.bin";

    private static Dictionary<string, Fault> Forms { get; } = new()
    {
        ["no 150"] = Fault.OnRetr().NoPreliminary(),
        ["125"] = Fault.OnRetr().Preliminary("125 Data connection already open."),
        ["150 late"] = Fault.OnRetr().DelayPreliminary(TimeSpan.FromSeconds(1)),
        ["150 in the data"] = Fault.OnRetr().PreliminaryAfter(300_000),
        ["150 twice"] = Fault.OnRetr().Preliminary("150 Here it comes.\r\n150 Here it comes."),
        ["226 twice"] = Fault.OnRetr().TwoFinals(),
        ["226 in lines"] = Fault.OnRetr().MultiLineFinal(),
        ["226 late"] = Fault.OnRetr().DelayFinal(TimeSpan.FromSeconds(1)),
        ["250"] = Fault.OnRetr().Final("250 Done."),
        ["200"] = Fault.OnRetr().Final("200 Done."),
    };

    [Theory]
    [Streams(1, 4, Each = new object[] { "no 150", "125", "150 late", "150 in the data", "150 twice" })]
    [Streams(1, 4, Each = new object[] { "226 late", "226 twice", "226 in lines", "250", "200" })]
    public async Task T_REP_1_unusual_replies_around_the_data_do_not_end_the_session(string form, int streams)
    {
        await using var it = new FaultFixture(Forms[form]);
        await GetTwoAsync(it, streams);

        it.Check(it.Server.Log.Faults.Count > streams, "The fault did not take place.");
        it.AssertConnections(streams, streams == 1 ? 1 : streams + 2);
        it.AssertSentBytes(1.6, 2 * FaultFixture.Length);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_2_a_226_before_the_last_bytes_ends_nothing(int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().FinalBeforeLast(400_000, TimeSpan.FromSeconds(0.4)));
        await GetTwoAsync(it, streams);

        it.AssertFault("226 before the last");
        it.AssertConnections(streams, streams == 1 ? 1 : streams + 2);
        it.AssertSentBytes(1.6, 2 * FaultFixture.Length);
    }

    // The run waits 15 s of its own clock, which is a quarter of that in real time.
    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_3_a_226_that_comes_minutes_later_costs_the_session_and_no_byte(int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().DelayFinal(TimeSpan.FromMinutes(10)));
        await GetTwoAsync(it, streams);

        it.AssertSentBytes(1.6, 2 * FaultFixture.Length);
        it.AssertFault("226 after", streams);
        it.AssertConnections(streams, (3 * streams) + 3);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { CloseKind.Reset, CloseKind.Fin })]
    public async Task T_REP_4_a_control_connection_that_dies_under_the_data_costs_no_byte(CloseKind kind, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().First(streams).CloseControlAfter(900_000, kind));
        await GetTwoAsync(it, streams);
        it.AssertFault("control closed", streams);
        it.AssertSentBytes(1.6, 2 * FaultFixture.Length);
        it.AssertConnections(streams + 1, (2 * streams) + 2);
    }

    private static async Task GetTwoAsync(FaultFixture it, int streams)
    {
        it.Serve(Next, FaultFixture.Length, seed: 2);
        await it.GetAsync([FaultFixture.Big, Next], streams);
        await it.AssertRightAsync();
        await it.AssertRightAsync(Next);
    }
}
