namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>
/// The SHA-256 of a file is given, and the first source has another file: the next source with the right one delivers it.
/// </summary>
public sealed class NextSourceTests
{
    private const long Length = ReplicaFixture.Length;

    [Theory]
    [Each(0, 12_345_678, Length - 1)]
    public async Task One_wrong_byte_at_the_first_source_never_gets_into_the_file(long place)
    {
        // The replica greets late, so that the first range goes to the first source.
        await using var of = ReplicaFixture.AsFast(replicas: 1, Fault.OnConnection().BannerAfter(TimeSpan.FromMilliseconds(200)));
        var right = of.MakeFirstWrong(of.Altered(place));

        await of.Get.GetAsync(4);

        // The range with the byte may have come from the replica, on a busy machine even the first one: then there is no wrong byte to find.
        var isFound = of.ReplicaNotices.Any(sentence => sentence.Contains("does not have the file", StringComparison.Ordinal));
        await AssertCameFromAsync(of, isFound ? of.Replica : of.Get.Server, right);
        of.Check(
            isFound || of.Replica.Log.Retrievals.Any(transfer => transfer.Offset <= place && place < transfer.Offset + transfer.BytesSent),
            "The wrong byte was not found, although the replica did not send the right one.");
    }

    [Fact]
    public async Task Wrong_bytes_at_the_first_source_are_found_and_the_file_comes_from_the_replica()
    {
        await using var of = ReplicaFixture.AsFast(replicas: 1);
        var right = of.MakeFirstWrong(of.AlteredEverywhere());
        var digest = of.Get.Server.Files.Sha256Of(GetFixture.Remote);

        await of.Get.GetAsync(4);

        await AssertCameFromAsync(of, of.Replica, right);
        of.AssertNotice(of.FirstName, "does not have the file", digest, $"is downloaded from {of.ReplicaName} instead");
        of.Check(of.Get.Result.BytesFetched >= 2 * Length, "What was fetched in vain counts as fetched.");
    }

    [Theory]
    [Each(Length - 1, Length + 1, 0)]
    public async Task A_file_of_another_length_at_the_first_source_is_found_and_the_file_comes_from_the_replica(long length)
    {
        await using var of = ReplicaFixture.AsFast(replicas: 1);
        var right = of.MakeFirstWrong(of.Content.Resized(length));

        await of.Get.GetAsync(4);

        await AssertCameFromAsync(of, of.Replica, right);
        of.AssertNotice(of.FirstName, "does not have the file");
        of.Check(of.Replica.Log.BytesSentOf(GetFixture.Remote) >= Length, "The replica should have given all of it.");
        Assert.Equal(Length, of.Get.Result.Size);
    }

    [Theory]
    [Each(1, 2, null)]
    public async Task Any_number_of_streams_reaches_the_next_source(int? streams)
    {
        await using var of = ReplicaFixture.AsFast(replicas: 2);
        var right = of.MakeFirstWrong(of.Content.Resized(Length / 2));
        of.Replace(of.Altered(1));

        await of.Get.GetAsync(streams);

        await AssertCameFromAsync(of, of.Replicas[1], right);
    }

    [Fact]
    public async Task Where_the_first_two_of_three_are_wrong_the_file_comes_from_the_third()
    {
        await using var of = ReplicaFixture.AsFast(replicas: 2);
        var right = of.MakeFirstWrong(of.AlteredEverywhere());
        of.Replace(of.Altered(3));

        await of.Get.GetAsync(6);

        await AssertCameFromAsync(of, of.Replicas[1], right);
        of.AssertNotice(of.FirstName, "does not have the file", $"downloaded from {of.ReplicaName} instead");
        of.AssertNotice(of.ReplicaName, "does not have the file", $"downloaded from {ReplicaFixture.SourceOf(of.Replicas[1])} instead");
    }

    [Fact]
    public async Task If_no_source_has_the_right_file_the_run_fails_and_reports_each_digest()
    {
        await using var of = ReplicaFixture.AsFast(replicas: 1);
        of.MakeFirstWrong(of.Altered(7));
        of.Replace(of.Altered(8));

        await of.Get.GetAsync(4);

        of.Get.AssertNothingPublished(
            FailureKind.Verification, "none of the 2 sources", of.Get.Server.Files.Sha256Of(GetFixture.Remote), of.Replica.Files.Sha256Of(GetFixture.Remote), of.FirstName, of.ReplicaName);
        Assert.Empty(Directory.GetFiles(of.Get.Folder.Path));
    }

    [Fact]
    public async Task A_single_source_with_another_file_still_fails()
    {
        await using var of = ReplicaFixture.AsFast(replicas: 0);
        of.MakeFirstWrong(of.Altered(7));

        await of.Get.GetAsync(4);

        of.Get.AssertNothingPublished(FailureKind.Verification, "does not match the given SHA-256 (expected ");
        Assert.Empty(of.ReplicaNotices);
        of.Check(of.Get.Result.BytesFetched < 2 * Length, "It is to be fetched once.");
    }

    [Fact]
    public async Task Of_two_files_only_the_wrong_one_is_fetched_from_the_replica_and_each_is_counted_once()
    {
        const string Second = "/second.bin";
        await using var of = ReplicaFixture.AsFast(replicas: 1);
        var right = of.Content;
        of.Get.Server.Files.Add(Second, of.AlteredEverywhere());
        of.Replica.Files.Add(Second, right);
        var there = ReplicaFixture.SourceOf(of.Replica);
        var second = of.Get.Item(Second);
        second = second with { Sources = [.. second.Sources, there with { Path = second.Sources[0].Path }] };
        of.Adjust = request => of.Given(request with { Items = [of.Item, second] });

        await of.Get.GetAsync(4);

        var files = of.Get.Results.Files;
        of.Check(files.All(file => file.Failure is null), "Both should have come.");
        Assert.Equal([of.FirstName, second.Sources[1].ToString()], files.Select(file => file.Source));
        Assert.Equal([of.Get.Target, second.TargetPath], files.Select(file => file.TargetPath));
        await of.Get.AssertTargetIsAsync(right);
        await of.Get.AssertTargetIsAsync(right, second.TargetPath);
        AssertCounted(of, files: 2);
    }

    [Fact]
    public async Task Bytes_that_an_interrupted_run_kept_of_the_next_source_count_as_unproven_later()
    {
        await using var of = ReplicaFixture.AsFast(replicas: 1);
        var right = of.MakeFirstWrong(of.Content.Resized(Length / 2));
        await of.StopAfterAsync(2, 3 << 20);

        Assert.Equal((FailureKind.Cancelled, false), (of.Get.Result.Failure!.Value, of.Get.Result.CanResume));
        of.Check(of.Get.Result.Message.Contains("name that source first", StringComparison.Ordinal), "What to do with the rest should be said.");
        of.Adjust = request => request with { Items = [of.Item with { Sources = [ReplicaFixture.SourceOf(of.Replica)] }] };
        await of.Get.GetAsync(2);

        of.Check(of.Get.Result is { Failure: null, BytesReused: 0 }, "Without the digest, unverified bytes may not be used.");
        await of.Get.AssertTargetIsAsync(right);
        Assert.Single(of.Get.Notices(NoticeKind.ResumeRefused));
    }

    private static async Task AssertCameFromAsync(ReplicaFixture of, LoopbackServer server, FileContent right)
    {
        of.Check(of.Get.Result.Failure is null, "The get should have succeeded.");
        await of.Get.AssertTargetIsAsync(right);
        of.Check(Directory.GetFiles(of.Get.Folder.Path) is [_], "More than the file was left behind.");
        of.Check(of.Get.Result.Source == ReplicaFixture.SourceOf(server).ToString(), $"{server.EndPoint} should have given the file.");
        Assert.Equal(ReplicaFixture.ByDigest, of.Get.Result.VerifiedBy);
        Assert.Empty(of.Get.Result.TrustedSources);
        AssertCounted(of, files: 1);
    }

    private static void AssertCounted(ReplicaFixture of, int files)
    {
        var last = of.Get.Events.OfType<TransferEvent.Progress>().Last().Snapshot;
        Assert.Equal((files, files), (last.FilesDone, last.FilesTotal));
        Assert.Equal((files * Length, files * Length), (last.BytesDone, last.BytesTotal));
        Assert.Equal(of.Get.Results.Files.Sum(file => file.BytesFetched), last.BytesFetched);
        Assert.Equal(files, of.Get.Events.OfType<TransferEvent.Finished>().Count());
    }
}
