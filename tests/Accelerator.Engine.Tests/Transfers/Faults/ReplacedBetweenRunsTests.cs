using Accelerator.Engine.Tests.Transfers.Gets;
using Accelerator.Engine.Transfers;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// The remote file becomes another one between two runs: every peer that was tried mixed both files and said all was well.
/// The second run must give the new file whole, or none.
/// </summary>
public sealed class ReplacedBetweenRunsTests
{
    private const long Length = 24 << 20;

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(8)]
    public async Task A_file_replaced_by_one_of_the_same_size_and_another_time_is_fetched_anew(int streams)
    {
        await using var get = await InterruptedAsync(streams);
        get.Server.Files.ReplaceByRename(GetHarness.Remote, FileContent.Synthetic(Length, seed: 2));

        await get.GetAsync(streams);

        await get.AssertIsCompleteAsync();
        AssertStartedOver(get);
        get.Check(get.Result.BytesReused == 0, "Nothing of the old file may count as reused.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(8)]
    public async Task A_file_replaced_by_one_of_the_same_size_and_time_is_found_out_by_its_bytes(int streams)
    {
        await using var get = await InterruptedAsync(streams);
        var then = get.Server.Files[GetHarness.Remote].ModifiedUtc;
        get.Server.Files.ReplaceByRename(GetHarness.Remote, FileContent.Synthetic(Length, seed: 2), then);

        await get.GetAsync(streams);

        await get.AssertIsCompleteAsync();
        AssertStartedOver(get);
    }

    [Fact]
    public async Task A_replacement_is_found_out_without_MDTM_too()
    {
        await using var get = await InterruptedAsync(4, LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm);
        get.Server.Files.ReplaceByRename(GetHarness.Remote, FileContent.Synthetic(Length, seed: 2));

        await get.GetAsync(4);

        await get.AssertIsCompleteAsync();
        AssertStartedOver(get);
    }

    [Theory]
    [InlineData(-5 << 20)]
    [InlineData(-1)]
    [InlineData(1)]
    [InlineData(5 << 20)]
    public async Task A_file_that_shrank_or_grew_is_fetched_anew(long difference)
    {
        await using var get = await InterruptedAsync(4);
        var then = get.Server.Files[GetHarness.Remote].ModifiedUtc;
        get.Server.Files.ReplaceInPlace(GetHarness.Remote, FileContent.Synthetic(Length + difference, seed: 1), then);

        await get.GetAsync(4);

        await get.AssertIsCompleteAsync();
        AssertStartedOver(get);
    }

    [Fact]
    public async Task A_file_that_was_only_touched_is_fetched_anew()
    {
        await using var get = await InterruptedAsync(4);
        get.Server.Files.Touch(GetHarness.Remote, LoopbackTree.DefaultModifiedUtc.AddDays(1));

        await get.GetAsync(4);

        await get.AssertIsCompleteAsync();
        AssertStartedOver(get);
    }

    [Fact]
    public async Task A_file_that_is_gone_fails_and_what_was_fetched_stays_for_its_return()
    {
        await using var get = await InterruptedAsync(4);
        var content = get.Server.Files[GetHarness.Remote].Content;
        get.Server.Files.Remove(GetHarness.Remote);

        await get.GetAsync(4);

        get.AssertNothingPublished(FailureKind.NotFound, GetHarness.Remote);
        get.Check(File.Exists(get.Part) && File.Exists(get.Journal), "A run that found no file should leave the earlier one's bytes.");
        get.Server.Files.Add(GetHarness.Remote, content);
        await get.GetAsync(4);
        await get.AssertIsCompleteAsync();
        get.Check(get.Result.BytesReused > 0, "The file is the same again, so its bytes should be used.");
    }

    private static async Task<GetHarness> InterruptedAsync(int streams, LoopbackFeatures features = LoopbackFeatures.Usual)
    {
        var get = new GetHarness(new LoopbackOptions { Shaping = GetHarness.For(streams), Features = features });
        get.Server.Files.AddSynthetic(GetHarness.Remote, Length, seed: 1);
        await get.InterruptAsync(streams, Length / streams / 2);
        get.Check(get.Result.CanResume, "The interrupted run should be resumable.");
        return get;
    }

    private static void AssertStartedOver(GetHarness get) =>
        get.Check(get.Notices(NoticeKind.ResumeRefused).Count == 1, "The user should be told once that the earlier bytes are not used.");
}
