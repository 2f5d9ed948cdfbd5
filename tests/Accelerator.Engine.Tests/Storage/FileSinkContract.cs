namespace Accelerator.Engine.Tests.Storage;

/// <summary>The behaviour required of every sink, whatever storage it uses.</summary>
public abstract class FileSinkContract : IDisposable
{
    private const int MiB = 1 << 20;
    private readonly BlockPool _pool = new(4 * Block.Size);
    private bool _disposed;

    protected TempFolder Folder { get; } = new();

    protected string Name => Folder.File("a.bin");

    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    [Theory]
    [Each(1, 2)]
    public async Task Pieces_of_any_length_in_any_order_from_any_memory_make_the_file(int seed)
    {
        var random = new Random(seed);
        // Longer than two blocks, so that pieces lie across their ends.
        var content = RandomNumberGenerator.GetBytes((2 * MiB) + random.Next(2 * MiB));
        var pieces = Cut(content.Length, random);
        await using (var sink = Open())
        {
            sink.SetLength(content.Length);
            await Parallel.ForEachAsync(pieces, new ParallelOptions { MaxDegreeOfParallelism = 8 }, async (piece, _) => await WriteAsync(sink, content, piece, seed));
            await sink.FlushAsync(default);

            Assert.Equal(content.Length, new FileInfo(Name).Length);
            for (var look = 0; look < 20; look++)
            {
                var start = random.Next(content.Length);
                var wanted = new byte[random.Next(2 * MiB)];
                var read = await sink.ReadAsync(start, wanted, default);
                Assert.Equal(Math.Min(wanted.Length, content.Length - start), read);
                Assert.True(Same(content, start, wanted, read), $"Other bytes at {start}.");
            }
        }
        var stored = await File.ReadAllBytesAsync(Name);
        Assert.True(Same(content, 0, stored, stored.Length) && stored.Length == content.Length, "The file is another one.");
    }

    [Fact]
    public async Task Two_ranges_meet_inside_a_sector_at_the_same_time()
    {
        var content = RandomNumberGenerator.GetBytes(64 * 5000);
        await using var sink = Open();
        await Parallel.ForEachAsync(Enumerable.Range(0, 64), async (part, _) => await sink.WriteAsync(part * 5000L, content.AsMemory(part * 5000, 5000), default));

        var read = new byte[content.Length];
        Assert.Equal(read.Length, await sink.ReadAsync(0, read, default));
        Assert.Equal(content, read);
    }

    [Fact]
    public async Task A_flush_beside_writes_cuts_nothing_of_a_file_that_grows()
    {
        var content = RandomNumberGenerator.GetBytes((2 * MiB) + 123);
        await using (var sink = Open())
        {
            var writing = Task.Run(async () =>
            {
                for (var start = 0; start < content.Length; start += 100_000)
                    await sink.WriteAsync(start, content.AsMemory(start, Math.Min(100_000, content.Length - start)), default);
            });
            while (!writing.IsCompleted) await sink.FlushAsync(default);
            await writing;
            await sink.FlushAsync(default);
        }
        var stored = await File.ReadAllBytesAsync(Name);
        Assert.Equal(content.Length, stored.Length);
        Assert.True(Same(content, 0, stored, stored.Length), "A flush has taken bytes away.");
    }

    [Fact]
    public async Task What_is_written_again_is_what_stays()
    {
        await using (var sink = Open())
        {
            await sink.WriteAsync(100, Filled(9000, 1), default);
            await sink.WriteAsync(0, Filled(16_384, 2), default);
            await sink.WriteAsync(8190, Filled(4, 3), default);
            await sink.FlushAsync(default);
            await sink.WriteAsync(8192, Filled(4096, 4), default);
            await sink.FlushAsync(default);
        }

        var expected = Filled(16_384, 2);
        expected.AsSpan(8190, 2).Fill(3);
        expected.AsSpan(8192, 4096).Fill(4);
        Assert.Equal(expected, await File.ReadAllBytesAsync(Name));
    }

    [Fact]
    public async Task The_file_is_as_long_as_its_bytes_reach_and_no_longer()
    {
        await using (var sink = Open())
        {
            await sink.WriteAsync(70_000, Filled(1, 7), default);
            Assert.Equal(70_001, sink.Length);
            await sink.FlushAsync(default);
            Assert.Equal(70_001, sink.Length);
        }
        var stored = await File.ReadAllBytesAsync(Name);
        Assert.Equal(70_001, stored.Length);
        Assert.Equal(7, stored[^1]);
        Assert.True(stored.AsSpan(0, 70_000).IndexOfAnyExcept((byte)0) < 0);
    }

    [Fact]
    public async Task A_cut_takes_what_was_not_flushed_and_growth_brings_zeros()
    {
        await using (var sink = Open())
        {
            await sink.WriteAsync(0, Filled(10_000, 1), default);
            sink.SetLength(5000);
            sink.SetLength(10_000);
            await sink.FlushAsync(default);
        }

        var stored = await File.ReadAllBytesAsync(Name);
        Assert.Equal(10_000, stored.Length);
        Assert.True(stored.AsSpan(0, 5000).IndexOfAnyExcept((byte)1) < 0);
        Assert.True(stored.AsSpan(5000).IndexOfAnyExcept((byte)0) < 0);
    }

    [Fact]
    public async Task Nothing_may_be_written_and_a_read_at_the_end_is_empty()
    {
        await using var sink = Open();
        await sink.WriteAsync(0, ReadOnlyMemory<byte>.Empty, default);
        Assert.Equal(0, sink.Length);
        Assert.Equal(0, await sink.ReadAsync(0, new byte[100], default));
        await sink.WriteAsync(0, Filled(10, 1), default);
        await sink.WriteAsync(10, ReadOnlyMemory<byte>.Empty, default);
        Assert.Equal(4, await sink.ReadAsync(6, new byte[100], default));
        Assert.Equal(0, await sink.ReadAsync(10, new byte[100], default));
    }

    [Fact]
    public async Task What_an_earlier_run_left_stays_beside_what_is_added()
    {
        await File.WriteAllBytesAsync(Name, Filled(6000, 5));
        await using (var sink = Open())
        {
            Assert.Equal(6000, sink.Length);
            await sink.WriteAsync(6000, Filled(3000, 6), default);
            await sink.FlushAsync(default);
        }
        var stored = await File.ReadAllBytesAsync(Name);
        Assert.Equal((9000, 5, 6), (stored.Length, (int)stored[5999], (int)stored[6000]));
    }

    [Fact]
    public async Task A_cancelled_write_and_a_closed_sink_are_no_failures_of_the_disk()
    {
        await using var sink = Open();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => sink.WriteAsync(0, new byte[1], new CancellationToken(canceled: true)).AsTask());
        await sink.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => sink.WriteAsync(0, new byte[1], default).AsTask());
    }

    [Fact]
    public async Task A_length_that_no_file_system_can_hold_is_reported_as_a_failure()
    {
        await using var sink = Open();
        try
        {
            sink.SetLength(long.MaxValue);
        }
        catch (StorageException error)
        {
            Assert.Equal(StorageFailure.Failed, error.Reason);
            Assert.Contains(Name, error.Message, StringComparison.Ordinal);
            return;
        }
        // XFS supports this length.
        Assert.Equal(long.MaxValue, new FileInfo(Name).Length);
    }

    internal abstract IFileSink Open();

    protected static byte[] Filled(int length, byte value)
    {
        var data = new byte[length];
        data.AsSpan().Fill(value);
        return data;
    }

    protected virtual void Dispose(bool disposing)
    {
        if (_disposed) return;
        _disposed = true;
        _pool.Dispose();
        Folder.Dispose();
    }

    private static bool Same(byte[] content, int start, byte[] read, int count) => content.AsSpan(start, count).SequenceEqual(read.AsSpan(0, count));

    // Some writes are in native memory aligned to the sectors of the file, as in a transfer; others are unaligned or in managed memory.
    private async Task WriteAsync(IFileSink sink, byte[] content, (int Start, int Length) piece, int seed)
    {
        var how = (piece.Start + seed) % 3;
        if (how == 0 || piece.Length > Block.Size - Block.Alignment)
        {
            await sink.WriteAsync(piece.Start, content.AsMemory(piece.Start, piece.Length), default);
            return;
        }
        var block = await _pool.RentAsync(default);
        var place = how == 1 ? piece.Start % Block.Alignment : 17;
        content.AsSpan(piece.Start, piece.Length).CopyTo(block.GetSpan()[place..]);
        await sink.WriteAsync(piece.Start, block.Memory.Slice(place, piece.Length), default);
        _pool.Return(block);
    }

    private static List<(int Start, int Length)> Cut(int length, Random random)
    {
        List<(int Start, int Length)> pieces = [];
        for (var start = 0; start < length;)
        {
            var piece = Math.Min(length - start, random.Next(4) switch { 0 => random.Next(1, 5000), 1 => 4096 * random.Next(1, 64), 2 => random.Next(1, MiB), _ => (MiB - (start % MiB)) });
            pieces.Add((start, piece));
            start += piece;
        }
        return [.. pieces.OrderBy(_ => random.Next())];
    }
}
