namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>A stopped run resumes with the durable bytes and with no others, and never with the journal of another file.</summary>
public sealed class ResumeTests
{
    private const long Length = TransferItem.LeastJournalled;

    [Theory]
    [InlineData(1, 11)]
    [InlineData(4, 12)]
    [InlineData(8, 13)]
    public async Task Stopped_again_and_again_it_arrives_and_fetches_little_twice(int streams, int seed)
    {
        // Slow enough that a stop on a busy machine comes before the end of the file.
        await using var get = new GetFixture(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 3_000_000 } }).Serving(Length);
        var random = new Random(seed);
        var (stops, fetched) = (0, 0L);
        while (stops < 8)
        {
            var at = get.Server.Log.BytesSent + random.NextInt64(Length / 6);
            await get.StopWhenAsync(streams, log => log.BytesSent >= at);
            fetched += get.Result.BytesFetched;
            if (get.Result.Failure is null) break;
            stops++;
            get.Check(get.Result.Failure == FailureKind.Cancelled && get.Result.CanResume == File.Exists(get.Journal), "A stopped run should be resumable when it has a journal, and only then.");
            get.Check(!File.Exists(get.Target), "An unfinished file was published.");
        }

        get.Check(stops >= 2, "The file was complete before it was stopped twice.");
        if (get.Result.Failure is not null) fetched += (await get.GetAsync(streams)).BytesFetched;
        await get.AssertIsCompleteAsync();
        // One overlap for each stream of each run; all received bytes are stored at a stop.
        var most = Length + ((stops + 1) * streams * (256L << 10));
        get.Check(fetched <= most, $"{fetched} bytes were fetched in {stops + 1} runs for a file of {Length}.");
    }

    [Theory]
    [InlineData(1, 8)]
    [InlineData(8, 1)]
    [InlineData(8, 3)]
    public async Task A_resume_works_with_another_number_of_streams(int first, int second)
    {
        await using var get = await InterruptedAsync(first);

        await get.GetCompleteAsync(second);
        AssertResumed(get, Length / 2);
    }

    [Fact]
    public async Task All_that_was_received_is_used_again()
    {
        await using var get = await InterruptedAsync(4);

        await get.GetCompleteAsync(4);
        AssertResumed(get, Length / 2);
        get.Check(get.Result.BytesReused == Length / 2, $"{get.Result.BytesReused} bytes of {Length / 2} were used again.");
        get.Check(get.Result.BytesFetched < (Length / 2) + (2 << 20), $"{get.Result.BytesFetched} bytes were fetched for the second half.");
        get.Check(get.Notices(NoticeKind.Resumed).Count == 1, "The user should be told that the download resumes.");
    }

    [Fact]
    public async Task Without_resume_everything_is_downloaded_again()
    {
        await using var get = await InterruptedAsync(4);
        get.Adjust = request => request with { Resume = false };

        await get.GetCompleteAsync(4);
        get.Check(get.Result.BytesReused == 0 && get.Result.BytesFetched >= Length, "Something of the earlier run was used.");
    }

    [Fact]
    public async Task The_journal_of_another_file_is_refused()
    {
        await using var get = await InterruptedAsync(4);
        get.Server.Files.AddSynthetic("/other.bin", Length, seed: 9);

        await get.GetAsync(4, get.Item("/other.bin", get.Target));

        get.Check(get.Notices(NoticeKind.ResumeRefused).Count == 1, "The user should be told that the partial file is another's.");
        await get.AssertTargetIsAsync(get.Server.Files["/other.bin"].Content);
    }

    [Fact]
    public async Task A_partial_file_shorter_than_its_journal_states_is_not_resumed()
    {
        await using var get = await InterruptedAsync(4);
        await using (var part = new FileStream(get.Part, FileMode.Open)) part.SetLength(Length / 2);

        await AssertStartsOverAsync(get);
    }

    // The first byte, the last ones of the first range, the start of the second, and a zeroed MiB across a block boundary.
    [Theory]
    [InlineData(0, 1, 1)]
    [InlineData((2 << 20) - 100, 100, 1)]
    [InlineData((4 << 20) + 10, 1, 1)]
    [InlineData(512 << 10, 1 << 20, 2)]
    public async Task Only_the_blocks_that_changed_between_runs_are_downloaded_again(long offset, int length, int blocks)
    {
        await using var get = await InterruptedAsync(4);
        await using (var part = new FileStream(get.Part, FileMode.Open))
        {
            part.Position = offset;
            part.Write(length == 1 ? [(byte)~get.Server.Files[GetFixture.Remote].Content.ByteAt(offset)] : new byte[length]);
        }

        await get.GetCompleteAsync(4);

        var damaged = blocks << 20;
        get.Check(get.Result.BytesReused == (Length / 2) - damaged, $"{get.Result.BytesReused} bytes were used again.");
        get.Check(get.Result.BytesFetched < (Length / 2) + damaged + (2 << 20), $"{get.Result.BytesFetched} bytes were fetched.");
        var said = Assert.Single(get.Notices(NoticeKind.ResumeRefused));
        Assert.EndsWith($"{ByteText.Size(damaged)} are downloaded again.", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_ignores_REST_in_the_second_run_is_detected()
    {
        await using var get = await InterruptedAsync(4);
        get.Server.Inject(Fault.OnRetr().FromOffset(1).IgnoreRest());

        await get.GetCompleteDespiteAsync("REST ignored", 4);
        get.Check(get.Notices(NoticeKind.RestNotHonoured).Count == 1, "The user should be told once.");
    }

    [Fact]
    public async Task A_server_without_REST_in_the_second_run_still_delivers_the_file()
    {
        await using var get = await InterruptedAsync(4);
        get.Server.Inject(Fault.OnCommand("REST").Reply("502 No."));

        await get.GetCompleteDespiteAsync("REST answered", 4);
    }

    [Fact]
    public async Task A_run_that_lacks_only_the_last_step_downloads_almost_nothing()
    {
        await using var get = new GetFixture(Fault.OnCommand("SIZE", nth: 2).OnPath(GetFixture.Remote).NeverAnswer()).Serving(Length);
        // The second SIZE is sent when all bytes are stored; the run is stopped while it waits for the reply.
        await get.StopWhenAsync(4, log => log.Faults.Count > 0);
        get.Check(get.Result.Failure == FailureKind.Cancelled && get.Result.CanResume, "The run should have been stopped before its end.");

        await get.GetCompleteAsync(4);
        get.Check(get.Result.BytesReused == Length, $"{get.Result.BytesReused} bytes were used again.");
        get.Check(get.Result.BytesFetched < 1 << 20, "Bytes that were there were fetched again.");
    }

    private static async Task<GetFixture> InterruptedAsync(int streams)
    {
        var get = new GetFixture().Serving(Length);
        await get.InterruptAsync(streams, Length / streams / 2);
        get.Check(get.Result.CanResume && File.Exists(get.Journal) && File.Exists(get.Part), "The interrupted run should be resumable.");
        return get;
    }

    private static async Task AssertStartsOverAsync(GetFixture get)
    {
        await get.GetCompleteAsync(4);
        get.Check(get.Notices(NoticeKind.ResumeRefused).Count == 1, "The user should be told once that the earlier bytes are not used.");
        get.Check(get.Result.BytesFetched >= Length, "Bytes were used that should have been refused.");
    }

    private static void AssertResumed(GetFixture get, long least) =>
        get.Check(get.Result.BytesReused >= least * 9 / 10, $"Only {get.Result.BytesReused} bytes were used again.");
}

file static class ContentByte
{
    public static byte ByteAt(this FileContent content, long offset)
    {
        Span<byte> one = stackalloc byte[1];
        content.Read(offset, one);
        return one[0];
    }
}
