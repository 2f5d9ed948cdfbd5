using Accelerator.Engine.Transfers;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>What a run may do with the bytes that an earlier one had of several sources.</summary>
public sealed class ReplicaResumeTests
{
    [Fact]
    public async Task Bytes_of_a_trusted_source_are_thrown_away_by_a_run_without_trust()
    {
        await using var of = await InterruptedAsync(LoopbackFeatures.Usual, ReplicaTests.Trusting);
        of.Adjust = request => request;

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.Check(of.Get.Notices(NoticeKind.ResumeRefused) is [var why] && why.Contains(Name(of), StringComparison.Ordinal) && why.Contains("--trust-replica", StringComparison.Ordinal), "The user should be told why.");
        Assert.Equal(0, of.Get.Result.BytesReused);
    }

    [Fact]
    public async Task Bytes_of_a_trusted_source_are_taken_over_with_trust_and_the_result_says_so_though_it_gives_no_more()
    {
        await using var of = await InterruptedAsync(LoopbackFeatures.Usual, ReplicaTests.Trusting);
        of.Adjust = request => ReplicaTests.Trusting(request) with { Items = [of.Get.Item()] };

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.Check(of.Get.Result.BytesReused > 0, "The earlier bytes should be used.");
        Assert.Equal([Name(of)], of.Get.Result.TrustedSources);
    }

    [Theory]
    [InlineData(VerifyMode.Sha256)]
    [InlineData(VerifyMode.Always)]
    public async Task Bytes_of_a_trusted_source_are_taken_over_by_a_run_that_proves_the_whole(VerifyMode verify)
    {
        await using var of = await InterruptedAsync(LoopbackFeatures.Usual, ReplicaTests.Trusting);
        of.Get.Server.Files.AddText(GetHarness.Remote + ".sha256", of.Get.Server.Files.Sha256Of(GetHarness.Remote));
        of.Adjust = request => verify == VerifyMode.Sha256 ? ReplicaTests.Given(of, request) : request with { Verify = new Verification(verify) };

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.Check(of.Get.Result.BytesReused > 0, "The earlier bytes should be used.");
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task Bytes_that_wait_for_a_given_digest_are_thrown_away_by_a_run_without_it()
    {
        await using var of = await InterruptedAsync(LoopbackFeatures.Usual, wrong: true);
        of.Adjust = request => request;

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        Assert.Single(of.Get.Notices(NoticeKind.ResumeRefused));
    }

    [Fact]
    public async Task Wrong_bytes_of_an_earlier_run_are_found_by_the_digest_and_fetched_again()
    {
        await using var of = await InterruptedAsync(LoopbackFeatures.Usual, wrong: true);
        of.Adjust = request => ReplicaTests.Given(of, request) with { Items = [of.Get.Item()] };

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.Check(of.Get.Result.BytesReused > 0, "The earlier bytes should be taken over at first.");
        // By the digest, or where one of them lies at a seam.
        of.Check(of.Told.Any(sentence => sentence.Contains("an earlier run differs from", StringComparison.Ordinal)) || of.Get.Notices(NoticeKind.ResumeRefused).Count == 1, "The user should be told.");
    }

    [Fact]
    public async Task Bytes_of_a_replica_that_a_hash_has_proven_need_no_leave()
    {
        await using var of = await InterruptedAsync(LoopbackFeatures.Usual | LoopbackFeatures.Xsha256, request => request);
        of.Adjust = request => request with { Items = [of.Get.Item()] };

        await of.Get.GetAsync(4);

        await of.AssertIsCompleteAsync();
        of.Check(of.Get.Result.BytesReused > 0, "The earlier bytes should be used.");
        Assert.Empty(of.Get.Notices(NoticeKind.ResumeRefused));
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    private static Task<ReplicaHarness> InterruptedAsync(LoopbackFeatures features, bool wrong) => InterruptedAsync(features, null, wrong);

    private static Task<ReplicaHarness> InterruptedAsync(LoopbackFeatures features, Func<TransferRequest, TransferRequest> adjust) => InterruptedAsync(features, adjust, wrong: false);

    // Stopped when the replica has given some MiB: then a journal lists them.
    private static async Task<ReplicaHarness> InterruptedAsync(LoopbackFeatures features, Func<TransferRequest, TransferRequest>? adjust, bool wrong)
    {
        var of = new ReplicaHarness(
            new LoopbackOptions { Features = features, Shaping = new LinkShape { BytesPerSecond = 500_000 } }, new LoopbackOptions { Features = features, Shaping = ReplicaHarness.Slow });
        of.Adjust = adjust ?? (request => ReplicaTests.Given(of, request));
        if (wrong) of.Replace(of.AlteredEverywhere());
        using var stop = new CancellationTokenSource();
        var run = of.Get.GetAsync(4, stop.Token);
        await Task.WhenAny(of.Replica.Log.WaitForAsync(log => log.BytesSent >= 8 << 20, CancellationToken.None), run);
        await stop.CancelAsync();
        await run;
        of.Check(of.Get.Result is { Failure: FailureKind.Cancelled, CanResume: true }, "The interrupted run should be resumable.");
        return of;
    }

    private static string Name(ReplicaHarness of) => ReplicaHarness.SourceOf(of.Replica).ToString();
}
