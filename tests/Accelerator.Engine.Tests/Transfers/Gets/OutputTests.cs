using Accelerator.Engine.Tests.Transfers.Files;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Gets whose bytes go to an output in order.</summary>
public sealed class OutputTests : IDisposable
{
    private const long MiB = 1 << 20;
    private const long Length = (24 * MiB) + 17;
    private const long Window = 4 * MiB;
    private const int Tail = 64 << 10;

    private readonly RecordedOutput _output = new();

    [Theory]
    [InlineData(1, Length)]
    [InlineData(4, Length)]
    [InlineData(null, Length)]
    [InlineData(4, 0L)]
    [InlineData(4, 1L)]
    [InlineData(4, 100_000L)]
    public async Task The_output_gets_the_file_in_order(int? streams, long length)
    {
        // With four streams slow enough that a busy machine begins a second one before the first is done.
        var shape = streams == 4 ? new LinkShape { BytesPerSecond = 3_000_000 } : GetFixture.Capped;
        await using var get = new GetFixture(new LoopbackOptions { Shaping = shape }).Serving(length);

        await get.GetAsync(streams, Item(get));

        AssertHas(get, length);
        if (streams == 4 && length == Length) get.Check(get.Result.PeakStreams > 1, "The test is meant for several streams.");
    }

    [Fact]
    public async Task A_file_of_zeros_whose_seams_show_nothing_arrives()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped });
        get.Server.Files.Add(GetFixture.Remote, FileContent.Constant(Length, 0));

        await get.GetAsync(4, Item(get));

        AssertHas(get, Length);
    }

    [Fact]
    public async Task A_file_whose_size_only_a_listing_gives_is_downloaded()
    {
        await using var get = new GetFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst) }).Serving(Length);

        await get.GetAsync(4, Item(get));

        AssertHas(get, Length);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task The_spool_holds_no_more_than_the_window_and_the_samples(int streams)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);
        long most = 0;
        _output.BeforeWrite = _ =>
        {
            most = Math.Max(most, FreeSpace.AllocatedBy(get.Part));
            return Task.CompletedTask;
        };

        await get.GetAsync(streams, Item(get));

        AssertHas(get, Length);
        get.Check(most is > 0 and < 3 * Window, $"The spool took {most:N0} bytes of the disk, and the window is {Window:N0}.");
    }

    [Theory]
    [Each(false, true)]
    public async Task A_hash_is_compared_although_the_spool_does_not_hold_the_file(bool isRight)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);
        using var content = new MemoryStream(Read(get.Server.Files[GetFixture.Remote].Content, Length));
        var digest = isRight ? Convert.ToHexString(await SHA256.HashDataAsync(content)).ToLowerInvariant() : new string('0', 64);
        get.Adjust = request => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, digest)) };

        await get.GetAsync(4, Item(get));

        if (isRight) AssertHas(get, Length);
        else get.AssertNothingPublished(FailureKind.Verification);
        get.Check(isRight || _output.Bytes.Length <= Length - Tail, "The end was not withheld.");
    }

    [Fact]
    public async Task A_slow_reader_holds_the_fetch()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);
        long most = 0;
        _output.BeforeWrite = async passed =>
        {
            // With nothing passed on, the streams fill the window and wait; ten more samples show no byte beyond it.
            if (passed > 0) return;
            await GetFixture.UntilAsync(() => Fetched(get) >= Window);
            var samples = Samples(get).Count();
            await GetFixture.UntilAsync(() => Samples(get).Count() >= samples + 10);
            most = Fetched(get);
        };

        await get.GetAsync(4, Item(get));

        AssertHas(get, Length);
        // Each range reads 64 KiB beyond its end, and there are 16 ranges of the shortest length in a window.
        get.Check(most <= Window + (32 * Tail), $"{most:N0} bytes were fetched ahead of the reader, whose window is {Window:N0}.");
    }

    [Fact]
    public async Task The_end_of_a_file_that_changed_is_withheld()
    {
        await using var get = ChangesAtItsEnd();
        var before = get.Server.Files[GetFixture.Remote].Content;
        // The last write is waited for one second, in which a busy machine may not run it; with this clock ten.
        get.Time = new QuickTime(0.1);

        await get.GetAsync(4, Item(get));

        get.AssertFaultFired("resized");
        get.Check(get.Result.Failure is not null, "The file should have been refused.");
        var bytes = _output.Bytes;
        get.Check(bytes.Length <= Length - Tail, $"The output has {bytes.Length} bytes: the end was not withheld.");
        Assert.True(bytes.AsSpan().SequenceEqual(Read(before, bytes.Length)));
        get.Check(bytes.Length == 0 || get.Result.Message.Contains($"The output has {bytes.Length:N0} bytes"), "The message does not tell what was written.");
    }

    [Fact]
    public async Task After_a_write_that_does_not_end_the_message_gives_the_least_number_of_bytes()
    {
        var reader = new TaskCompletionSource();
        await using var get = ChangesAtItsEnd();
        var written = 0L;
        _output.BeforeWrite = passed => (written = passed) == 0 ? Task.CompletedTask : reader.Task;

        await get.GetAsync(4, Item(get) with { OutputWindow = 2 * Length });

        reader.SetResult();
        get.AssertFaultFired("resized");
        get.Check(written > 0, "Nothing was written.");
        get.Check(get.Result.Message.EndsWith($" The output has at least {written:N0} bytes of the file and is not complete."), "The message counts too much.");
    }

    [Fact]
    public async Task A_file_that_must_be_restarted_after_bytes_were_passed_on_fails()
    {
        // Without REST a file that is cut starts over.
        await using var get = new GetFixture(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Rest,
            Faults = FaultPlan.Of(Fault.OnRetr().Nth(1).StallAfter(6 * MiB)),
        }).Serving(Length);
        get.Timeouts = GetFixture.AllOf(TimeSpan.FromSeconds(8));

        await get.GetAsync(1, Item(get));

        get.Check(get.Result.Failure == FailureKind.Verification, "The output has bytes of the first try, and is not to get those of another.");
        get.Check(_output.Bytes.Length is > 0 and <= (int)(6 * MiB), $"The output has {_output.Bytes.Length} bytes.");
        get.Check(!File.Exists(get.Target) && !File.Exists(get.Part), "The spool was left behind.");
    }

    [Fact]
    public async Task A_lost_reader_ends_the_transfer()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);
        _output.BeforeWrite = static passed => passed == 0 ? Task.CompletedTask : throw new IOException("Broken pipe");

        await get.GetAsync(4, Item(get));

        get.AssertNothingPublished(FailureKind.Disk, "Broken pipe", "The output has");
        get.Check(!File.Exists(get.Part) && !File.Exists(get.Journal), "The spool was left behind.");
    }

    [Fact]
    public async Task An_output_that_waits_for_the_verification_gets_nothing_of_a_wrong_file()
    {
        await using var get = new GetFixture(new LoopbackOptions { Features = LoopbackFeatures.All & ~LoopbackFeatures.Rang, Shaping = GetFixture.Capped }).Serving(Length);
        get.Adjust = request => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, new string('0', 64))) };
        await get.GetAsync(4, Item(get) with { VerifyBeforeOutput = true });
        get.AssertNothingPublished(FailureKind.Verification);
        Assert.Empty(_output.Bytes);

        get.Adjust = request => request;
        await get.GetAsync(4, Item(get) with { VerifyBeforeOutput = true });
        AssertHas(get, Length);
    }

    public void Dispose() => _output.Dispose();

    // Serves a file that has ten bytes more when all but its last MiB has been sent.
    private static GetFixture ChangesAtItsEnd()
    {
        var get = new GetFixture(new LoopbackOptions
        {
            Shaping = GetFixture.Capped,
            Faults = FaultPlan.Of(Fault.AfterTotalBytes(Length - MiB).Resize(GetFixture.Remote, Length + 10)),
        });
        get.Server.Files.Add(GetFixture.Remote, FileContent.Synthetic(Length, seed: 1));
        return get;
    }

    private TransferItem Item(GetFixture get) => get.Item() with { Output = _output, OutputWindow = Window };

    private static IEnumerable<TransferSnapshot> Samples(GetFixture get) =>
        get.Events.OfType<TransferEvent.Progress>().Select(progress => progress.Snapshot);

    private static long Fetched(GetFixture get) => Samples(get).Select(snapshot => snapshot.BytesFetched).DefaultIfEmpty(0).Max();

    private static byte[] Read(FileContent content, long length)
    {
        var bytes = new byte[length];
        content.Read(0, bytes);
        return bytes;
    }

    private void AssertHas(GetFixture get, long length)
    {
        get.Check(get.Result.Failure is null, "The get should have succeeded.");
        var bytes = _output.Bytes;
        get.Check(bytes.Length == length, $"The output has {bytes.Length} bytes of {length}.");
        Assert.True(bytes.AsSpan().SequenceEqual(Read(get.Server.Files[GetFixture.Remote].Content, length)));
        Assert.Empty(Directory.GetFileSystemEntries(get.Folder.Path));
    }
}
