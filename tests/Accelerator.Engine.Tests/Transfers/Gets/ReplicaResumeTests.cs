namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Which bytes of several sources from an earlier run a later run may reuse.</summary>
public sealed class ReplicaResumeTests
{
    [Fact]
    public async Task Bytes_of_a_trusted_source_are_thrown_away_by_a_run_without_trust()
    {
        await using var of = await InterruptedAsync(ReplicaFixture.Trusting);
        of.Adjust = request => request;

        await of.GetCompleteAsync(4);

        of.Check(of.Get.Notices(NoticeKind.ResumeRefused) is [var why] && why.Contains(of.ReplicaName, StringComparison.Ordinal) && why.Contains("--trust-replica", StringComparison.Ordinal), "The user should be told why.");
        Assert.Equal(0, of.Get.Result.BytesReused);
    }

    [Fact]
    public async Task Bytes_of_an_earlier_trusted_source_are_reused_with_trust_and_the_result_names_that_source()
    {
        await using var of = await InterruptedAsync(ReplicaFixture.Trusting);
        of.Adjust = request => ReplicaFixture.Trusting(request) with { Items = [of.Get.Item()] };

        await of.GetCompleteAsync(4);

        AssertTakenOver(of);
        Assert.Equal([of.ReplicaName], of.Get.Result.TrustedSources);
    }

    [Theory]
    [Each(VerifyMode.Given, VerifyMode.Always)]
    public async Task Bytes_of_a_trusted_source_are_reused_by_a_run_that_verifies_the_whole_file(VerifyMode verify)
    {
        await using var of = await InterruptedAsync(ReplicaFixture.Trusting);
        of.Get.Server.Files.AddText(GetFixture.Remote + ".sha256", of.Get.Server.Files.Sha256Of(GetFixture.Remote));
        of.Adjust = request => verify == VerifyMode.Given ? of.Given(request) : request with { Verify = new Verification(verify) };

        await of.GetCompleteAsync(4);

        AssertTakenOver(of);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task Bytes_that_wait_for_a_given_digest_are_thrown_away_by_a_run_without_it()
    {
        await using var of = await InterruptedAsync(adjust: null, wrong: true);
        of.Adjust = request => request;

        await of.GetCompleteAsync(4);

        Assert.Single(of.Get.Notices(NoticeKind.ResumeRefused));
    }

    [Fact]
    public async Task Wrong_bytes_of_an_earlier_run_are_found_by_the_digest_and_fetched_again()
    {
        await using var of = await InterruptedAsync(adjust: null, wrong: true);
        of.Adjust = request => of.Given(request) with { Items = [of.Get.Item()] };

        await of.GetCompleteAsync(4);

        AssertTakenOver(of);
        // Found by the digest, or at a seam that includes a wrong byte.
        of.Check(of.ReplicaNotices.Any(sentence => sentence.Contains("an earlier run differs from", StringComparison.Ordinal)) || of.Get.Notices(NoticeKind.ResumeRefused).Count == 1, "The user should be told.");
    }

    [Fact]
    public async Task Bytes_of_a_replica_proven_by_a_hash_need_no_trust()
    {
        await using var of = await InterruptedAsync(request => request, LoopbackFeatures.Usual | LoopbackFeatures.Xsha256);
        of.Adjust = request => request with { Items = [of.Get.Item()] };

        await of.GetCompleteAsync(4);

        AssertTakenOver(of);
        Assert.Empty(of.Get.Notices(NoticeKind.ResumeRefused));
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    private static void AssertTakenOver(ReplicaFixture of) => of.Check(of.Get.Notices(NoticeKind.Resumed).Count > 0, "The earlier bytes should be used.");

    // Stops the run when more than a MiB of the replica has arrived: then a journal lists it. Without an adjustment the SHA-256 is given.
    private static async Task<ReplicaFixture> InterruptedAsync(Func<TransferRequest, TransferRequest>? adjust, LoopbackFeatures features = LoopbackFeatures.Usual, bool wrong = false)
    {
        var of = ReplicaFixture.WithSlowFirst(features);
        of.Adjust = adjust ?? of.Given;
        if (wrong) of.Replace(of.AlteredEverywhere());
        await of.StopAfterAsync(4, 3 << 19);
        of.Check(of.Get.Result is { Failure: FailureKind.Cancelled, CanResume: true }, "The interrupted run should be resumable.");
        return of;
    }
}
