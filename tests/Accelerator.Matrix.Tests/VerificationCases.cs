namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.4 of the fault matrix, T-REST-12 and T-HASH: ranges with an end, and server hashes.</summary>
public sealed class VerificationCases
{
    [Theory]
    [InlineData(FaultFixture.Length, 1)]
    [InlineData(FaultFixture.Length, 4)]
    [InlineData(FaultFixture.Length - 1, 4)]
    [InlineData(FaultFixture.Length + 1, 4)]
    [InlineData(1, 4)]
    public async Task T_REST_12_RANG_requests_only_existing_bytes_and_receives_them(long length, int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual | LoopbackFeatures.Rang });
        it.Serve(FaultFixture.Big, length);
        await it.GetRightAsync(streams);
        foreach (var command in it.Server.Log.Commands.Where(command => command.Verb == "RANG"))
        {
            var ends = command.Argument.Split(' ').Select(long.Parse).ToArray();
            it.Check(ends.Length == 2 && ends[0] <= ends[1] && ends[1] < length, $"RANG {command.Argument} leaves the file.");
            var answers = it.Server.Log.Retrievals.Where(sent => sent.Connection == command.Connection && sent.Offset == ends[0]);
            it.Check(answers.Any(sent => sent.BytesSent == ends[1] - ends[0] + 1), $"RANG {command.Argument} was not followed by a RETR of its bytes.");
        }
        it.AssertSentBytes(1.4, Math.Max(length, 1));
    }

    [Theory]
    [Streams(4, 8)]
    public async Task T_REST_12_a_RANG_that_is_ignored_never_gives_a_wrong_file(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual | LoopbackFeatures.Rang, Shaping = new LinkShape { BytesPerSecond = 2_000_000 },
            Faults = FaultPlan.Of(Fault.OnRetr().IgnoreRang(), Fault.OnRetr(1).DropAfter(500_000)),
        });
        await it.GetRightAsync(streams, "--segment-size", "64K-512K");
        it.AssertFault("RANG ignored");
        it.AssertSent("RETR", streams, 60);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { HashRangeForm.StartAndEnd, HashRangeForm.StartAndLast })]
    [Streams(1, 4, Each = new object[] { HashRangeForm.StartAndLength, HashRangeForm.WholeFileOnly })]
    public async Task T_HASH_1_XCRC_is_sent_for_the_whole_file_which_every_dialect_supports(HashRangeForm form, int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual | LoopbackFeatures.Xcrc, HashRanges = form });
        await it.GetRightAsync(streams, "--verify", "always");
        it.Check(it.Out.Contains("XCRC", StringComparison.Ordinal), "It was not proven by XCRC.");
        it.AssertSent("XCRC", 1, 1);
    }

    [Theory]
    [InlineData("501 Syntax error.")]
    [InlineData("213 Go away.")]
    [InlineData("250 12345678 4")]
    public async Task T_HASH_1_a_hash_command_with_an_unusable_reply_is_replaced_by_the_next(string reply)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual | LoopbackFeatures.Xcrc | LoopbackFeatures.Xmd5, Faults = FaultPlan.Of(Fault.OnCommand("XMD5").Reply(reply)),
        });
        await it.GetRightAsync(4, "--verify", "always");
        it.AssertFault("XMD5 answered");
        it.Check(it.Out.Contains("XCRC", StringComparison.Ordinal), "The next command was not tried.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_HASH_2_a_hash_that_takes_long_holds_up_no_other_file(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual | LoopbackFeatures.Hash, Faults = FaultPlan.Of(Fault.OnCommand("HASH", nth: 1).After(TimeSpan.FromSeconds(45))),
        });
        it.Serve("/next.bin", FaultFixture.Length, seed: 2);
        await it.GetAsync([FaultFixture.Big, "/next.bin"], streams, "--verify", "always", "--timeout-reply", "30");

        await it.AssertRightAsync();
        await it.AssertRightAsync("/next.bin");
        it.AssertFault("HASH answered after");
        it.AssertSent("HASH", 2, 2);
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_HASH_3_a_wrong_hash_is_reported_and_not_asked_for_again_and_again(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual | LoopbackFeatures.Hash, Faults = FaultPlan.Of(Fault.OnCommand("HASH").WrongDigest()),
        });
        await it.GetRefusedAsync(9, "does not match the server's HASH", streams, "--verify", "always");
        it.AssertSent("HASH", 1, 2);
        it.Check(Directory.GetFiles(it.Folder).Length == 0, "The partial file was kept.");
    }
}
