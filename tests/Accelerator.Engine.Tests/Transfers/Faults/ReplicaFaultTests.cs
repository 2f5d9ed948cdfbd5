namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// Replicas that hold another file, change to another one, send wrong bytes, or die: none of their bytes remains in the file, and none of
/// them makes it fail.
/// </summary>
public sealed class ReplicaFaultTests
{
    private const long Length = ReplicaFixture.Length;
    private const LoopbackFeatures Hashing = LoopbackFeatures.Usual | LoopbackFeatures.Xsha256;

    [Theory]
    [Each(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)]
    public async Task One_byte_that_differs_never_gets_into_a_file_whose_digest_is_given(int seed)
    {
        var place = new Random(seed).NextInt64(Length);
        await using var of = ReplicaFixture.WithSlowFirst();
        of.Adjust = of.Given;
        of.Replace(of.Altered(place));

        await of.GetCompleteAsync(3);
        of.AssertReplicasGave();
        // The replica sent the byte only if one of its ranges included it; then the difference is found, and named with the MiB.
        if (of.ReplicaNotices.Any(sentence => sentence.Contains("downloaded again from", StringComparison.Ordinal))) of.AssertNotice(of.ReplicaName, "differs from", $"{place / (1 << 20) * (1 << 20):N0}");
        else if (!of.IsFoundAtSeam) of.Check(!Sent(of, place), $"The replica sent byte {place:N0} and was not named.");
    }

    [Fact]
    public async Task Wrong_replica_bytes_are_fetched_again_from_the_first_source_and_replica_and_offset_are_reported()
    {
        await using var of = ReplicaFixture.WithSlowFirst();
        of.Adjust = of.Given;
        // A wrong byte in every MiB: any range of the replica includes one.
        of.Replace(of.AlteredEverywhere());

        await of.GetCompleteAsync(4);
        if (!of.IsFoundAtSeam) of.AssertNotice(of.ReplicaName, "differs from", "within the MiB at offset");
        Assert.Equal(ReplicaFixture.ByDigest, of.Get.Result.VerifiedBy);
        of.Check(of.Get.Server.Log.BytesSentOf(GetFixture.Remote) >= Length, "The first source should have given the whole.");
    }

    [Fact]
    public async Task A_replica_with_a_false_hash_is_detected_by_the_hash_of_the_whole_file()
    {
        await using var of = ReplicaFixture.WithSlowFirst(Hashing);
        of.Replica.Inject(Fault.OnCommand("XSHA256").Reply($"213 {of.Get.Server.Files.Sha256Of(GetFixture.Remote)}"));
        of.Replace(of.AlteredEverywhere());

        await of.GetCompleteAsync(4);
        of.AssertNotice(of.ReplicaName, "is used as well");
        if (!of.IsFoundAtSeam) of.AssertNotice(of.ReplicaName, "differs from");
        Assert.Equal("XSHA256", of.Get.Result.VerifiedBy);
        Assert.Equal(1, of.Get.Server.Log.CountOf("XSHA256"));
    }

    [Fact]
    public async Task A_digest_that_no_source_matches_still_fails()
    {
        await using var of = ReplicaFixture.WithSlowFirst();
        of.Adjust = request => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, new string('0', 64))) };

        await of.Get.GetAsync(4);

        of.Get.AssertNothingPublished(FailureKind.Verification, "does not match");
        of.Check(of.ReplicaNotices.Count(sentence => sentence.Contains("downloaded again", StringComparison.Ordinal)) == 1, "Once is enough.");
    }

    [Fact]
    public async Task A_trusted_replica_that_differs_at_a_seam_is_evicted_and_what_it_gave_is_fetched_again()
    {
        await using var of = ReplicaFixture.WithSlowFirst();
        of.Adjust = ReplicaFixture.Trusting;
        of.Replace(FileContent.Synthetic(Length, seed: 7));

        await of.GetCompleteAsync(4);
        of.AssertNotice(of.ReplicaName, "is no longer used", "other bytes than");
        Assert.Empty(of.Get.Result.TrustedSources);
        Assert.Empty(of.Get.Notices(NoticeKind.RestNotHonoured));
    }

    [Fact]
    public async Task If_one_of_two_trusted_replicas_differs_it_is_evicted_and_the_other_is_kept()
    {
        await using var of = ReplicaFixture.WithSlowFirst(replicas: 2);
        of.Adjust = ReplicaFixture.Trusting;
        of.Replace(FileContent.Synthetic(Length, seed: 7));

        await of.GetCompleteAsync(6);
        of.AssertNotice(of.ReplicaName, "is no longer used", "other bytes than");
        Assert.Equal([ReplicaFixture.SourceOf(of.Replicas[1]).ToString()], of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task A_replica_that_ignores_REST_is_evicted_and_the_download_continues_in_ranges()
    {
        await using var of = ReplicaFixture.WithSlowFirst(Hashing);
        of.Replica.Inject(Fault.OnRetr().FromOffset(1).IgnoreRest());

        await of.GetCompleteAsync(4);
        of.AssertNotice(of.ReplicaName, "is no longer used");
        Assert.Empty(of.Get.Notices(NoticeKind.RestNotHonoured));
    }

    [Fact]
    public async Task A_first_source_that_ignores_REST_gives_the_file_in_one_stream_and_no_replica_is_accused()
    {
        await using var of = new ReplicaFixture(Hashing);
        of.Get.Server.Inject(Fault.OnRetr().FromOffset(1).IgnoreRest());

        await of.GetCompleteAsync(4);
        Assert.Single(of.Get.Notices(NoticeKind.RestNotHonoured));
        of.Check(!of.ReplicaNotices.Any(sentence => sentence.Contains("no more", StringComparison.Ordinal)), "The replica was accused.");
    }

    [Fact]
    public async Task A_replica_that_sends_too_much_is_evicted()
    {
        await using var of = ReplicaFixture.WithSlowFirst();
        of.Adjust = ReplicaFixture.Trusting;
        of.Replica.Inject(Fault.OnRetr().ChangeFilesAfter(1 << 20, files => files.ReplaceInPlace(GetFixture.Remote, of.Content.Resized(Length + 1))));

        await of.GetCompleteAsync(4);
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task A_replica_that_dies_in_the_middle_leaves_its_part_to_the_others()
    {
        // No other test gets the port of the dead replica.
        using var closed = new ClosedPort();
        await using var of = ReplicaFixture.WithSlowFirst(
            new LoopbackOptions { Features = Hashing }, new LoopbackOptions { Features = Hashing, Port = closed.Number });
        of.Replica.Inject(Fault.OnRetr().ResetAfter(1 << 20, reply: ""));
        var run = of.Get.GetAsync(4);
        await Task.WhenAny(of.Replica.Log.WaitForAsync(log => log.BytesSent >= 1 << 20, CancellationToken.None), run);

        await of.Replica.DisposeAsync();
        await run;

        await of.AssertIsCompleteAsync();
        of.Check(of.Replica.Log.BytesSent > 0, "The replica should have given bytes before.");
    }

    [Theory]
    [Each("550 Gone.", "451 Not now.")]
    public async Task A_replica_that_refuses_every_range_is_used_no_more(string reply)
    {
        await using var of = new ReplicaFixture(Hashing);
        of.Get.Time = new QuickTime(40);
        of.Replica.Inject(Fault.OnRetr().Refuse(reply));

        await of.GetCompleteAsync(1);
        of.Check(of.Replica.Log.CountOf("RETR") <= FileSources.MostFruitless + 1, "A replica that refuses is to be left alone.");
    }

    [Fact]
    public async Task A_replica_whose_data_ends_short_does_not_make_the_file_fail()
    {
        await using var of = new ReplicaFixture(Hashing);
        of.Replica.Inject(Fault.OnRetr().EndShortAfter(100_000));

        await of.GetCompleteAsync(2);
        Assert.Empty(of.Get.Notices(NoticeKind.RestNotHonoured));
    }

    [Fact]
    public async Task A_replica_whose_file_is_replaced_in_the_middle_leaves_no_byte_of_the_new_one()
    {
        await using var of = ReplicaFixture.WithSlowFirst();
        of.Adjust = of.Given;
        of.Replica.Inject(Fault.AfterTotalBytes(2 << 20).ReplaceInPlace(GetFixture.Remote, FileContent.Synthetic(Length, seed: 9)));

        await of.GetCompleteAsync(4);
        of.Check(of.Replica.Log.Faults.Count > 0, "The file should have been replaced.");
        Assert.Equal(ReplicaFixture.ByDigest, of.Get.Result.VerifiedBy);
    }

    [Fact]
    public async Task A_trusted_replica_that_changed_after_its_last_byte_is_evicted_at_the_end()
    {
        await using var of = ReplicaFixture.WithSlowFirst();
        of.Adjust = ReplicaFixture.Trusting;
        of.Replica.Inject(Fault.AfterTotalBytes(1 << 20).ChangeFiles(files => files.Touch(GetFixture.Remote, LoopbackTree.DefaultModifiedUtc.AddDays(9))));

        await of.GetCompleteAsync(4);
        of.AssertNotice(of.ReplicaName, "is no longer used", "changed");
        Assert.Empty(of.Get.Result.TrustedSources);
    }

    // Transfers that ended early are excluded: bytes that were sent and never read may include this one.
    private static bool Sent(ReplicaFixture of, long place) =>
        of.Replica.Log.Retrievals.Any(transfer => transfer.Ending == TransferEnding.Complete && transfer.Offset <= place && place < transfer.Offset + transfer.BytesSent);
}
