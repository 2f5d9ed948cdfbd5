namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// The remote file is replaced between two runs. Every other client that was tried mixed both files and reported success. The second run
/// must produce the new file, complete, or none.
/// </summary>
public sealed class ReplacedBetweenRunsTests
{
    private const long Length = TransferItem.LeastJournalled;

    private static Dictionary<string, Action<LoopbackTree>> Changes { get; } = new()
    {
        ["same size, another time"] = files => files.ReplaceByRename(GetFixture.Remote, FileContent.Synthetic(Length, seed: 2)),
        ["same size, same time"] = files => files.ReplaceByRename(GetFixture.Remote, FileContent.Synthetic(Length, seed: 2), files[GetFixture.Remote].ModifiedUtc),
        ["5 MiB shorter"] = files => Resize(files, -5 << 20),
        ["a byte shorter"] = files => Resize(files, -1),
        ["a byte longer"] = files => Resize(files, 1),
        ["5 MiB longer"] = files => Resize(files, 5 << 20),
        ["touched"] = files => files.Touch(GetFixture.Remote, LoopbackTree.DefaultModifiedUtc.AddDays(1)),
    };

    [Theory]
    [InlineData(1, "same size, another time")]
    [InlineData(4, "same size, another time")]
    [InlineData(8, "same size, another time")]
    // The bytes reveal the replacement.
    [InlineData(1, "same size, same time")]
    [InlineData(4, "same size, same time")]
    [InlineData(8, "same size, same time")]
    [InlineData(4, "same size, another time", LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm)]
    [InlineData(4, "5 MiB shorter")]
    [InlineData(4, "a byte shorter")]
    [InlineData(4, "a byte longer")]
    [InlineData(4, "5 MiB longer")]
    [InlineData(4, "touched")]
    public async Task A_file_replaced_before_the_second_run_is_downloaded_again(int streams, string change, LoopbackFeatures features = LoopbackFeatures.Usual)
    {
        await using var get = await InterruptedAsync(streams, features);
        Changes[change](get.Server.Files);

        await get.GetCompleteAsync(streams);

        get.Check(get.Notices(NoticeKind.ResumeRefused).Count == 1, "The user should be told once that the earlier bytes are not used.");
        if (features == LoopbackFeatures.Usual && change.StartsWith("same size", StringComparison.Ordinal)) get.Check(get.Result.BytesReused == 0, "Nothing of the old file may count as reused.");
    }

    [Fact]
    public async Task A_file_that_is_gone_fails_and_what_was_fetched_stays_for_its_return()
    {
        await using var get = await InterruptedAsync(4);
        var content = get.Server.Files[GetFixture.Remote].Content;
        get.Server.Files.Remove(GetFixture.Remote);

        await get.GetRefusedAsync(4, FailureKind.NotFound, GetFixture.Remote);
        get.Check(File.Exists(get.Part) && File.Exists(get.Journal), "A run that found no file should leave the earlier one's bytes.");
        get.Server.Files.Add(GetFixture.Remote, content);
        await get.GetAsync(4);
        await get.AssertIsCompleteAsync();
        get.Check(get.Result.BytesReused > 0, "The file is the same again, so its bytes should be used.");
    }

    // The stored bytes above the gap are those of another version where they meet it, and the size and time are the same.
    [Fact]
    public async Task A_stored_range_that_does_not_match_is_not_published_although_the_query_for_the_cause_fails()
    {
        const int Gap = 4 << 20, Above = 8 << 20;
        // The first SIZE is for the plan.
        await using var get = new GetFixture(streams: 1, Fault.OnCommand("SIZE", 2).CloseControl()).Serving(Length);
        var file = get.Server.Files[GetFixture.Remote];
        var bytes = new byte[Length];
        file.Content.Read(0, bytes);
        bytes.AsSpan(Gap, Above - Gap).Clear();
        for (var i = Above; i < Above + (64 << 10); i++) bytes[i] ^= 1;
        await File.WriteAllBytesAsync(get.Part, bytes);
        var identity = new RemoteIdentity(
            get.Item().Sources[0].Endpoint.ToString(), GetFixture.Remote, Length, file.ModifiedUtc.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture));
        await ResumeJournal.WriteAsync(
            get.Journal, new JournalState(identity, Length, [new(0, Gap), new(Above, Length)], [], null, DateTimeOffset.UnixEpoch), TimeProvider.System, CancellationToken.None);

        await get.GetCompleteDespiteAsync("answered by closing", 1);

        get.Check(get.Notices(NoticeKind.Resumed).Count == 1, "It should have continued the earlier run.");
    }

    private static async Task<GetFixture> InterruptedAsync(int streams, LoopbackFeatures features = LoopbackFeatures.Usual)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.For(streams), Features = features }).Serving(Length);
        await get.InterruptAsync(streams, Length / streams / 2);
        get.Check(get.Result.CanResume, "The interrupted run should be resumable.");
        return get;
    }

    // The time of the file stays the same.
    private static void Resize(LoopbackTree files, long difference) =>
        files.ReplaceInPlace(GetFixture.Remote, FileContent.Synthetic(Length + difference, seed: 1), files[GetFixture.Remote].ModifiedUtc);
}
