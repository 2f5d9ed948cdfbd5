namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.4 of the fault matrix, T-REST-1 to T-REST-6: servers that answer 350 and send other bytes, or refuse to start in the middle.
/// </summary>
public sealed class RestCases
{
    [Theory]
    [Streams(1, 4, 8)]
    public async Task T_REST_1_a_server_that_ignores_REST_gives_the_file_in_one_stream(int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().FromOffset(1).IgnoreRest());
        await it.GetRightAsync(streams);
        it.AssertSent("RETR", 1, 3 * streams + 3);
        if (streams == 1) return;
        it.AssertFault("REST ignored");
        it.AssertSaidOnce("Downloading it in one stream from the start.");
        it.Check(it.Server.Log.Retrievals.Count(transfer => transfer.Offset == 0) <= 3, "One stream from the start is enough.");
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { 1L, -1L, 4096L, -4096L })]
    public async Task T_REST_2_a_REST_that_is_off_by_some_bytes_is_found_at_the_seams(long bytes, int streams)
    {
        // One stream needs REST only after a drop.
        var drop = Fault.OnRetr(1).DropAfter(streams == 1 ? 1_000_000 : FaultFixture.Length);
        await using var it = new FaultFixture(Fault.OnRetr().FromOffset(1).RestOffBy(bytes), drop);
        await it.GetRightAsync(streams);
        it.AssertFault("REST off by");
        it.AssertSaid("in one stream from the start");
        it.AssertSent("RETR", 2, 3 * streams + 6);
    }

    // A file beyond 4 GiB on a 32-bit server, scaled down a thousand times.
    [Theory]
    [InlineData(1 << 21, 1)]
    [InlineData(1 << 21, 4)]
    [InlineData(1 << 22, 8)]
    public async Task T_REST_3_offsets_that_wrap_never_give_a_wrong_file(long modulo, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().RestWrapsAt(modulo), Fault.OnRetr(1).DropAfter(streams == 1 ? (3 << 20) + 5 : FaultFixture.Length * 2));
        it.Serve(FaultFixture.Big, 2 * FaultFixture.Length);
        await it.GetRightAsync(streams);
        it.AssertFault("REST modulo");
        it.AssertSent("RETR", 2, 3 * streams + 6);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "451 Restart not permitted.", "550 No support for resume of ASCII transfer.", "554 Restart offset reset to 0." })]
    public async Task T_REST_4_a_restart_that_is_refused_at_RETR_gives_the_file_in_one_stream(string reply, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().FromOffset(1).Refuse(reply), Fault.OnRetr(1).DropAfter(streams == 1 ? 1_000_000 : FaultFixture.Length));
        await it.GetRightAsync(streams);
        it.AssertFault("refused with");
        it.AssertSent("RETR", 2, 3 * streams + 6);
    }

    [Theory]
    [Streams(1, 4, 8, Each = new object[] { LoopbackFeatures.Usual, LoopbackFeatures.Usual & ~LoopbackFeatures.Rest })]
    public async Task T_REST_4_a_server_without_REST_gives_the_file_in_one_stream(LoopbackFeatures features, int streams)
    {
        var refusal = Fault.OnCommand("REST").Reply("502 REST not implemented.");
        await using var it = new FaultFixture(new LoopbackOptions { Features = features, Faults = FaultPlan.Of(refusal) });
        await it.GetRightAsync(streams);
        it.AssertSent("REST", 0, streams);
        if (streams == 1 || features != LoopbackFeatures.Usual) return;
        it.AssertFault("REST answered");
        it.AssertSaidOnce("Downloading it in one stream from the start.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REST_5_REST_is_sent_immediately_before_RETR(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { StrictSequence = true, Faults = FaultPlan.Of(Fault.OnRetr(1).DropAfter(700_000)) });
        await it.GetRightAsync(streams);
        it.AssertNotSaid("in one stream from the start");
        it.AssertSent("RETR", streams + 1, 3 * streams + 3);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REST_5_a_server_that_takes_the_offset_at_the_port_is_found_out(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { OffsetTakenAtPassive = true, Faults = FaultPlan.Of(Fault.OnRetr(1).DropAfter(700_000)) });
        await it.GetRightAsync(streams);
        it.AssertSent("RETR", streams, 3 * streams + 6);
    }

    // Each line end arrives as two bytes: the server accepts TYPE I and stays in TYPE A.
    [Theory]
    [Streams(1, 4)]
    public async Task T_REST_6_text_that_one_session_sends_converted_is_never_part_of_the_file(int streams)
    {
        var text = string.Concat(Enumerable.Range(0, 200_000).Select(line => $"line {line:000000} of a text\n"));
        var converted = FileContent.FromBytes(System.Text.Encoding.ASCII.GetBytes(text.Replace("\n", "\r\n", StringComparison.Ordinal)));
        await using var it = new FaultFixture(Fault.OnRetr().OnConnection(Math.Min(streams, 2)).SendInstead(converted));
        it.Server.Files.AddText(FaultFixture.Big, text);
        await it.GetAsync(streams);

        it.AssertFault("other content");
        await it.AssertRightOrRefusedAsync(7, 8, 9);
        it.AssertSent("RETR", 1, 4 * streams + 6);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REST_6_a_server_that_is_strict_about_ASCII_is_asked_in_binary(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { StrictAscii = true });
        await it.GetRightAsync(streams);
        it.AssertSent("TYPE", streams, streams + 1);
    }
}
