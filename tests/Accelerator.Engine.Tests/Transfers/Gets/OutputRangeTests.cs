using Accelerator.Engine.Tests.Transfers.Files;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Gets of a part of a file, to an output.</summary>
public sealed class OutputRangeTests : IDisposable
{
    private const long MiB = 1 << 20;
    private const long Length = (24 * MiB) + 17;

    private readonly RecordedOutput _output = new();

    [Theory]
    [InlineData(4, 5 * MiB, null)]
    [InlineData(4, 5 * MiB, 20 * MiB)]
    [InlineData(1, 5 * MiB, 20 * MiB)]
    [InlineData(4, 0L, 20 * MiB)]
    [InlineData(4, 0L, 500L)]
    [InlineData(4, 1_000_000L, 1_000_001L)]
    [InlineData(1, 1_000_000L, 1_000_500L)]
    [InlineData(4, Length - 500, null)]
    [InlineData(4, Length - 70_000, Length - 1000)]
    [InlineData(4, -(9 * MiB), null)]
    [InlineData(4, -2 * Length, null)]
    [InlineData(4, Length - 1, 2 * Length)]
    [InlineData(4, Length, null)]
    public async Task The_output_gets_the_part(int streams, long start, long? end)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);

        await get.GetAsync(streams, Item(get, start, end));

        var wanted = new OutputRange(start, end).Within(Length)!.Value;
        AssertHas(get, wanted);
        // The part, the last 64 KiB, the samples, and what the overlaps read again: 64 KiB of each 512, in this window.
        get.Check(get.Result.BytesFetched <= (wanted.Length * 5 / 4) + MiB, $"{get.Result.BytesFetched:N0} bytes were fetched for {wanted.Length:N0}.");
        Assert.Equal(wanted.Length, get.Result.Size);
    }

    [Theory]
    [InlineData(5 * MiB, 20 * MiB)]
    [InlineData(1_000_000L, 1_000_500L)]
    [InlineData(0L, 500L)]
    [InlineData(Length, null)]
    public async Task Progress_is_that_of_the_part_without_the_tail_that_is_fetched_beside_it(long start, long? end)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);

        await get.GetAsync(4, Item(get, start, end));

        var wanted = new OutputRange(start, end).Within(Length)!.Value.Length;
        AssertHas(get, new(start, start + wanted));
        Assert.All(Shown(get).Where(snapshot => snapshot.BytesTotal is not null), snapshot => Assert.Equal(wanted, snapshot.BytesTotal));
        Assert.All(Shown(get), snapshot => Assert.InRange(snapshot.BytesDone, 0, wanted));
        Assert.Equal((wanted, wanted), (Shown(get)[^1].BytesDone, Shown(get)[^1].BytesTotal));
    }

    [Fact]
    public async Task Progress_counts_what_is_before_the_part_when_the_file_comes_from_byte_0()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Faults = FaultPlan.Of(Fault.OnRetr().IgnoreRest()) }).Serving(Length);

        await get.GetAsync(4, Item(get, 5 * MiB, 20 * MiB));

        AssertHas(get, new(5 * MiB, 20 * MiB));
        Assert.Equal((20 * MiB, 20 * MiB), (Shown(get)[^1].BytesDone, Shown(get)[^1].BytesTotal));
    }

    // No seam of such a part shows that the server honours offsets: the end of the file must.
    [Theory]
    [InlineData(5 * MiB)]
    [InlineData(0)]
    public async Task A_part_of_zeros_arrives(long start)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped });
        get.Server.Files.Add(GetFixture.Remote, FileContent.Constant(Length, 0));

        await get.GetAsync(4, Item(get, start, 20 * MiB));

        AssertHas(get, new(start, 20 * MiB));
    }

    [Theory]
    [InlineData(Length + 1, null)]
    [InlineData(Length, Length + 1)]
    public async Task A_part_beyond_the_end_is_refused(long start, long? end)
    {
        await using var get = new GetFixture().Serving(Length);

        await get.GetAsync(4, Item(get, start, end));

        get.AssertNothingPublished(FailureKind.Usage, $"has {Length:N0} bytes", "Give a range within the file");
    }

    [Fact]
    public async Task A_hash_of_the_whole_file_is_rejected_for_a_range()
    {
        await using var get = new GetFixture().Serving(Length);
        get.Adjust = request => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, new string('0', 64))) };

        await get.GetAsync(4, Item(get, 5, null));

        get.AssertNothingPublished(FailureKind.Usage, "a hash is one of the whole file");
    }

    // All ranges are shifted by the same length, so that their overlaps are equal.
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task Data_from_a_server_with_shifted_offsets_is_never_accepted(int streams)
    {
        await using var get = new GetFixture(new LoopbackOptions
        {
            Shaping = GetFixture.Capped,
            Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(MiB).RestOffBy(-4096)),
        }).Serving(Length);

        await get.GetAsync(streams, Item(get, 5 * MiB, 20 * MiB));

        // It comes in one stream from byte 0, which needs no offset.
        AssertHas(get, new(5 * MiB, 20 * MiB));
    }

    [Fact]
    public async Task A_server_that_ignores_REST_sends_what_is_before_the_part_and_nothing_of_it_is_passed_on()
    {
        await using var get = new GetFixture(new LoopbackOptions
        {
            Shaping = GetFixture.Capped,
            Faults = FaultPlan.Of(Fault.OnRetr().IgnoreRest()),
        }).Serving(Length);

        await get.GetAsync(4, Item(get, 5 * MiB, 20 * MiB));

        AssertHas(get, new(5 * MiB, 20 * MiB));
    }

    // The number of bytes is right, and so are the overlaps between ranges.
    [Theory]
    [InlineData(1, 8 * MiB, 12 * MiB, 20 * MiB)]
    [InlineData(4, 8 * MiB, 12 * MiB, 20 * MiB)]
    [InlineData(4, MiB, 5 * MiB, 20 * MiB)]
    [InlineData(4, 8 * MiB, 12 * MiB, null)]
    [InlineData(4, 8 * MiB, Length - 500, null)]
    [InlineData(4, 8 * MiB, -70_000, null)]
    // REST is ignored.
    [InlineData(4, 1, 12 * MiB, 20 * MiB)]
    public async Task Data_from_a_server_that_seeks_modulo_its_limit_is_never_accepted(int streams, long limit, long start, long? end)
    {
        await using var get = new GetFixture(new LoopbackOptions
        {
            Shaping = GetFixture.Capped,
            Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(1).RestWrapsUnnoticedAt(limit)),
        }).Serving(Length);

        await get.GetAsync(streams, Item(get, start, end));

        var wanted = new OutputRange(start, end).Within(Length)!.Value;
        AssertHas(get, wanted);
        get.Check(get.Events.OfType<TransferEvent.Notice>().Any(notice => notice.Message.Contains("same bytes from offset", StringComparison.Ordinal)), "Nothing was said.");
    }

    [Theory]
    [InlineData(300_000, 100_000L, 200_000L)]
    [InlineData(60_000, 100L, 200L)]
    [InlineData(60_000, -5L, null)]
    public async Task A_part_of_a_short_file_is_compared_with_bytes_that_come_from_byte_0(int length, long start, long? end)
    {
        await using var get = new GetFixture(new LoopbackOptions
        {
            Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(1).RestWrapsUnnoticedAt(7)),
        }).Serving(length);

        await get.GetAsync(4, Item(get, start, end));

        AssertHas(get, new OutputRange(start, end).Within(length)!.Value);
    }

    // The end of an image of a disk is zeros, and so may be what is compared with it.
    [Fact]
    public async Task Behind_zeros_at_the_end_the_start_of_the_part_is_compared()
    {
        await using var get = new GetFixture(new LoopbackOptions
        {
            Shaping = GetFixture.Capped,
            Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(1).RestWrapsUnnoticedAt(8 * MiB)),
        });
        get.Server.Files.Add(GetFixture.Remote, FileContent.Synthetic(Length, seed: 1).WithFlatRegion(Length - (3 * MiB), Length, 0).WithFlatRegion(5 * MiB, 8 * MiB, 0));

        await get.GetAsync(4, Item(get, 12 * MiB, 20 * MiB));

        AssertHas(get, new(12 * MiB, 20 * MiB));
    }

    [Theory]
    [InlineData(0, "and its offset is not verified because its data repeats")]
    [InlineData(1, "complete; size, time and range overlaps match (a part of the file has no checksum)")]
    public async Task A_result_says_whether_the_offset_of_its_part_is_verified(int seed, string text)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped });
        get.Server.Files.Add(GetFixture.Remote, seed == 0 ? FileContent.Constant(Length, 0) : FileContent.Synthetic(Length, seed));

        await get.GetAsync(4, Item(get, 5 * MiB, 20 * MiB));

        AssertHas(get, new(5 * MiB, 20 * MiB));
        Assert.Contains(text, get.Result.AssuranceText, StringComparison.Ordinal);
    }

    // A distance of more than 31 bits between the first byte that arrives and the first one of the part.
    [Fact]
    [Trait("Run", "all")]
    public async Task A_part_behind_two_gigabytes_arrives_from_a_server_that_refuses_REST()
    {
        const long start = 2_200_000_000;
        await using var get = new GetFixture(new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnCommand("REST").Reply("502 REST is not implemented.")) });
        get.Server.Files.Add(GetFixture.Remote, FileContent.Synthetic(start + (3 * MiB), seed: 1).WithFlatRegion(0, start - MiB, 0));

        await get.GetAsync(4, Item(get, start, null));

        AssertHas(get, new(start, start + (3 * MiB)));
    }

    [Fact]
    public async Task A_part_of_a_file_of_unknown_size_arrives_if_it_does_not_count_from_the_end()
    {
        await using var get = new GetFixture(UnknownSize).Serving(Length);

        await get.GetAsync(4, Item(get, 5 * MiB, 20 * MiB));
        AssertHas(get, new(5 * MiB, 20 * MiB));

        await get.GetAsync(4, Item(get, -500, null));
        get.AssertNothingPublished(FailureKind.Usage, "does not report the size");
        await get.GetAsync(4, Item(get, Length + 1, null));
        get.AssertNothingPublished(FailureKind.Usage, "Give a range within the file");
    }

    [Fact]
    public async Task A_file_of_unknown_size_continues_after_a_lost_connection_where_REST_works()
    {
        await using var get = new GetFixture(UnknownSize with { Faults = FaultPlan.Of([.. UnknownSize.Faults.Faults, Fault.OnRetr().Nth(1).ResetAfter(9 * MiB)]) }).Serving(Length);

        await get.GetAsync(4, get.Item() with { Output = _output, OutputWindow = 4 * MiB });

        get.AssertFaultFired("reset");
        AssertHas(get, new(0, Length));
        get.Check(get.Result.BytesFetched < Length + MiB, $"{get.Result.BytesFetched:N0} bytes were fetched: the file has started over.");
    }

    public void Dispose() => _output.Dispose();

    private static LoopbackOptions UnknownSize => new()
    {
        Features = LoopbackFeatures.Usual & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst),
        Shaping = GetFixture.Capped,
        Faults = FaultPlan.Of(Fault.OnListing().Refuse("550 No listing.")),
    };

    private TransferItem Item(GetFixture get, long start, long? end) =>
        get.Item() with { Output = _output, OutputWindow = 4 * MiB, OutputRange = new OutputRange(start, end) };

    private static List<TransferSnapshot> Shown(GetFixture get) => [.. get.Events.OfType<TransferEvent.Progress>().Select(progress => progress.Snapshot)];

    private void AssertHas(GetFixture get, ByteRange range)
    {
        get.Check(get.Result.Failure is null, "The get should have succeeded.");
        var bytes = new byte[range.Length];
        get.Server.Files[GetFixture.Remote].Content.Read(range.Start, bytes);
        var output = _output.Bytes;
        get.Check(output.Length == bytes.Length, $"The output has {output.Length:N0} bytes of {bytes.Length:N0}.");
        Assert.True(output.AsSpan().SequenceEqual(bytes));
        Assert.Empty(Directory.GetFileSystemEntries(get.Folder.Path));
    }
}
