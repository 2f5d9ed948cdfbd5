namespace Accelerator.Engine.Tests.Transfers.Preparing;

public sealed class ReuseCheckTests : IAsyncDisposable
{
    private const int Size = 8 << 20;
    private const int Mebibyte = 1 << 20;

    private readonly MemorySink _sink = new(Size);
    private readonly FakeTime _time = new();

    public ValueTask DisposeAsync() => _sink.DisposeAsync();

    public ReuseCheckTests() => ByteSamples.Random(Size).CopyTo(_sink.Current, 0);

    [Fact]
    public async Task Without_checksums_all_is_reused_and_nothing_is_read()
    {
        _sink.UnreadableFrom = 0;
        var journal = Journal([new(0, Size)], []) with { Sums = [] };

        Assert.Equal(new ReusedBytes(journal, 0, 0), await CheckAsync(journal));
    }

    [Fact]
    public async Task Blocks_that_differ_or_cannot_be_read_leave_the_journal_and_what_stays_keeps_its_checksums()
    {
        // The journal omits a byte because its seam was not compared; the checksum of its block covers it.
        var journal = Journal([new(0, Mebibyte - 1), new(Mebibyte, 3 * Mebibyte)], [new(4 * Mebibyte, Size)]) with { Sums = Sums([new(0, 3 * Mebibyte), new(4 * Mebibyte, Size)]) };
        _sink.Current[(2 * Mebibyte) + 5] ^= 1;
        _sink.UnreadableFrom = 7 * Mebibyte;

        var reused = await CheckAsync(journal);

        Assert.Equal((1L * Mebibyte, 1, 0L), (reused.ChangedBytes, reused.ChangedParts, reused.UncheckedBytes));
        Assert.Equal((1L * Mebibyte, 1, "unreadable sector"), (reused.UnreadableBytes, reused.UnreadableParts, reused.ReadFailure?.Message));
        Assert.Equal([new(0, Mebibyte - 1), new(Mebibyte, 2 * Mebibyte)], reused.State.Proven);
        Assert.Equal([new ByteRange(4 * Mebibyte, 7 * Mebibyte)], reused.State.Unproven);
        Assert.Equal(Sums([new(0, Mebibyte - 1), new(Mebibyte, 2 * Mebibyte), new(4 * Mebibyte, 7 * Mebibyte)]), reused.State.Sums);
    }

    [Fact]
    public async Task After_the_limit_of_time_only_blocks_beside_missing_bytes_are_compared()
    {
        var journal = Journal([new(0, 3 * Mebibyte)], [new(4 * Mebibyte, Size)]);
        _sink.Current[0] ^= 1;
        _sink.Current[4 * Mebibyte] ^= 1;
        _sink.DuringRead = () => _time.Advance(ReuseCheck.Longest);

        var reused = await CheckAsync(journal);

        Assert.Equal((1L * Mebibyte, 5L * Mebibyte), (reused.ChangedBytes, reused.UncheckedBytes));
        Assert.Equal([new ByteRange(5 * Mebibyte, Size)], reused.State.Unproven);
        Assert.Equal(6, reused.State.Sums.Count);
    }

    [Fact]
    public async Task Many_boundaries_have_a_time_limit_too()
    {
        var journal = Journal([new(0, Mebibyte)], [.. Enumerable.Range(1, 3).Select(i => new ByteRange(2 * i * Mebibyte, ((2 * i) + 1) * Mebibyte))]);
        _sink.Current[6 * Mebibyte] ^= 1;
        _sink.DuringRead = () => _time.Advance(ReuseCheck.LongestAtBorders / 2);

        var reused = await CheckAsync(journal);

        Assert.Equal((0L, 2L * Mebibyte), (reused.ChangedBytes, reused.UncheckedBytes));
        Assert.Equal(journal.Unproven, reused.State.Unproven);
    }

    /// <summary>The data of an earlier run is worth more than this run: the network drive may come back.</summary>
    [Theory]
    [InlineData(0, 3)]
    [InlineData(1, ReuseCheck.MostUnreadable + 1)]
    public async Task A_complete_disk_failure_ends_the_run_and_discards_nothing(int readable, int unreadable)
    {
        const int block = Mebibyte / 4;
        var whole = new ByteRange(0, (readable + unreadable) * block);
        var journal = Journal([whole], []) with { Sums = Sums([whole], block) };
        _sink.UnreadableFrom = readable * block;

        var failure = await Assert.ThrowsAsync<StorageException>(() => CheckAsync(journal));

        Assert.Equal("unreadable sector", failure.Message);
    }

    private JournalState Journal(ByteRange[] proven, ByteRange[] unproven) =>
        new(new RemoteIdentity("h:21", "/a", Size, null), Size, proven, unproven, RestHonoured: null, DateTimeOffset.UnixEpoch) { Sums = Sums([.. proven, .. unproven]) };

    private SummedRange[] Sums(ByteRange[] ranges, int block = Mebibyte) =>
        [.. RangeSums.PartsOf(ranges, block).Select(part => new SummedRange(part, Crc32C.Of(_sink.Current.AsSpan((int)part.Start, (int)part.Length))))];

    private Task<ReusedBytes> CheckAsync(JournalState journal) => ReuseCheck.RunAsync(_sink, journal, _time, CancellationToken.None);
}
