namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Files of every awkward length and content, by one, four and eight streams, at once and in two runs.</summary>
public sealed class CompleteFileTests
{
    private const long KiB = 1 << 10;
    private const long MiB = 1 << 20;

    public static TheoryData<string, int> Kinds()
    {
        var data = new TheoryData<string, int>();
        foreach (var kind in Contents.Keys)
        {
            data.Add(kind, 1);
            data.Add(kind, 8);
        }
        data.Add("flat where four streams meet", 4);
        return data;
    }

    private static Dictionary<string, FileContent> Contents { get; } = new()
    {
        ["all zero"] = FileContent.Constant(16 * MiB, 0),
        ["the same 100 bytes again and again"] = Repeated(FileContent.Synthetic(100, 3).ToArray(), 16 * MiB),
        ["the same 4 KiB again and again"] = Repeated(FileContent.Synthetic(4 * KiB, 3).ToArray(), 16 * MiB),
        ["its head again every 3 MiB"] = Repeated(FileContent.Synthetic(3 * MiB, 4).ToArray(), 18 * MiB),
        ["its head again every 8 MiB"] = Repeated(FileContent.Synthetic(8 * MiB, 4).ToArray(), 24 * MiB),
        ["flat where four streams meet"] = FlatAround(16 * MiB, 4),
        ["flat where eight streams meet"] = FlatAround(16 * MiB, 8),
        ["zeros with a few bytes at the end"] = FileContent.Constant((16 * MiB) - 10, 0).FollowedBy(FileContent.Synthetic(10, 5)),
        ["a few bytes and zeros"] = FileContent.Synthetic(10, 5).FollowedBy(FileContent.Constant(16 * MiB, 0)),
    };

    [Theory]
    [Each(0, 1, (64 * KiB) - 1, 64 * KiB, (64 * KiB) + 1, MiB - 1, MiB, MiB + 1, (8 * MiB) + 1, With = new object[] { 1, 4, 8 })]
    public async Task A_file_of_any_length_is_downloaded_completely(long length, int streams)
    {
        await using var get = Fixture(FileContent.Synthetic(length, seed: 1));

        await get.GetCompleteAsync(streams);
        Assert.Equal(length, get.Result.Size);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Repetitive_content_is_downloaded_completely(string kind, int streams)
    {
        var content = Contents[kind];
        await using var get = Fixture(content, GetFixture.For(streams));

        await get.GetCompleteAsync(streams);
        // A seam of 1 MiB for every range where 64 KiB are not conclusive, and a probe or two.
        get.Check(get.Result.BytesFetched <= content.Length + (streams * 2 * MiB), $"{get.Result.BytesFetched} bytes were fetched for {content.Length}: ranges were fetched again.");
        get.Check(get.Notices(NoticeKind.RestNotHonoured).Count == 0, "A repeating file was taken for a server that ignores REST.");
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Repetitive_content_is_downloaded_completely_in_two_runs(string kind, int streams)
    {
        var content = Contents[kind];
        await using var get = Fixture(content, GetFixture.For(streams));

        await get.InterruptAsync(streams, content.Length / streams / 2);
        get.Check(get.Result.CanResume, "There should be something to go on with.");
        await get.GetCompleteAsync(streams);
        get.Check(get.Result.BytesReused > 0, "Nothing was used of the first run.");
        var most = content.Length - get.Result.BytesReused + (streams * 4 * MiB);
        get.Check(get.Result.BytesFetched <= most, $"{get.Result.BytesFetched} bytes were fetched in the second run; {get.Result.BytesReused} of {content.Length} were there.");
    }

    [Fact]
    public async Task Zeros_of_64_MiB_are_not_fetched_twice()
    {
        await using var get = Fixture(FileContent.Constant(64 * MiB, 0), new LinkShape { BytesPerSecond = 4_000_000 });

        await get.GetCompleteAsync();
        get.Check(get.Result.PeakStreams > 4, "The test is meant for many streams.");
        get.Check(get.Result.BytesFetched <= 80 * MiB, $"{get.Result.BytesFetched} bytes were fetched for 64 MiB.");
    }

    [Theory]
    [Each(1, 8)]
    public async Task A_server_that_ignores_REST_is_detected_in_a_file_of_zeros(int streams)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(1).IgnoreRest()) });
        get.Server.Files.AddConstant(GetFixture.Remote, 10 * MiB);

        await get.GetCompleteAsync(streams);
    }

    [Fact]
    public async Task Many_streams_fetch_each_byte_about_once()
    {
        // Slow enough for a busy machine, on which the last stream begins seconds after the first.
        await using var get = Fixture(FileContent.Synthetic(32 * MiB, seed: 1), new LinkShape { BytesPerSecond = 1_000_000 });

        await get.GetCompleteAsync();
        var log = get.Server.Log;
        get.Check(log.PeakDataConnections == 8 && get.Result.PeakStreams == 8, "Eight streams should have run.");
        get.Check(log.Logins == 8 && log.ControlConnectionsOpened == 8, $"{log.Logins} logins for eight streams.");
        // A stream whose range another one shortens still receives the data in flight: on a busy machine up to 100 KiB each time.
        get.Check(get.Result.BytesFetched <= (32 * MiB) + (log.Retrievals.Count * 128 * 1024), $"{get.Result.BytesFetched} bytes were fetched.");
        get.Check(log.Retrievals.Count <= 24, $"{log.Retrievals.Count} retrievals: few long runs, not many short ones.");
    }

    private static GetFixture Fixture(FileContent content, LinkShape? shape = null)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = shape ?? GetFixture.Capped });
        get.Server.Files.Add(GetFixture.Remote, content);
        // Short files must be split, too.
        get.Adjust = request => request with { Segments = new SegmentLimits(64 << 10, long.MaxValue) };
        return get;
    }

    private static FileContent Repeated(byte[] period, long length)
    {
        var bytes = new byte[length];
        for (var i = 0; i < bytes.Length; i += period.Length) period.AsSpan(0, Math.Min(period.Length, bytes.Length - i)).CopyTo(bytes.AsSpan(i));
        return FileContent.FromBytes(bytes);
    }

    private static FileContent FlatAround(long length, int streams)
    {
        var content = FileContent.Synthetic(length, seed: 6);
        for (var seam = 1; seam < streams; seam++)
        {
            var at = length / streams * seam;
            content = content.WithFlatRegion(at - (256 << 10), at + (700 << 10), 0x55);
        }
        return content;
    }
}

file static class ContentBytes
{
    public static byte[] ToArray(this FileContent content)
    {
        var bytes = new byte[content.Length];
        content.Read(0, bytes);
        return bytes;
    }
}
