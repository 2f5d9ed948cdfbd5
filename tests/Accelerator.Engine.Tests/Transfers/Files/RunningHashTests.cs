namespace Accelerator.Engine.Tests.Transfers.Files;

public sealed class RunningHashTests : IAsyncDisposable
{
    private const int MiB = 1 << 20;
    private const int Size = (40 * MiB) + 17;

    private readonly FakeTime _time = new();
    private readonly MemorySink _sink = new(Size);
    private readonly FileMap _map = new(Size);
    private readonly RunningHash _hash;

    public RunningHashTests()
    {
        _hash = new RunningHash(HashKind.Sha256, _sink, _map, _time);
        FileContent.Synthetic(Size, seed: 1).Read(0, _sink.Current);
    }

    [Fact]
    public async Task Only_what_follows_a_gap_is_left_for_the_end()
    {
        _map.MarkWritten(new(0, 24 * MiB));
        _map.MarkWritten(new(30 * MiB, Size));
        await FollowAsync(24 * MiB);

        _map.MarkWritten(new(24 * MiB, 30 * MiB));

        Assert.Equal(Expected(), await _hash.FinishAsync(Size, default));
        Assert.Equal(Size - (24 * MiB), _hash.ReadAtTheEnd);
    }

    [Fact]
    public async Task Bytes_fetched_again_after_it_are_read_again()
    {
        _map.MarkWritten(new(0, Size));
        await FollowAsync(40 * MiB);

        _map.Discard(new(5 * MiB, 6 * MiB));
        _sink.Current[5 * MiB] ^= 1;
        _map.MarkWritten(new(5 * MiB, 6 * MiB));

        Assert.Equal(Expected(), await _hash.FinishAsync(Size, default));
        Assert.Equal(Size, _hash.ReadAtTheEnd);
    }

    [Fact]
    public async Task Bytes_fetched_again_before_it_cost_nothing()
    {
        _map.MarkWritten(new(0, 16 * MiB));
        _map.MarkWritten(new(20 * MiB, Size));
        await FollowAsync(16 * MiB);

        _map.Discard(new(30 * MiB, Size));
        _sink.Current[30 * MiB] ^= 1;
        _map.MarkWritten(new(16 * MiB, Size));

        Assert.Equal(Expected(), await _hash.FinishAsync(Size, default));
        Assert.Equal(Size - (16 * MiB), _hash.ReadAtTheEnd);
    }

    [Fact]
    public async Task It_can_be_asked_again_after_parts_were_replaced()
    {
        _map.MarkWritten(new(0, Size));
        var before = await _hash.FinishAsync(Size, default);
        _map.Discard(new(0, MiB));
        _sink.Current[0] ^= 1;
        _map.MarkWritten(new(0, MiB));

        var after = await _hash.FinishAsync(Size, default);

        Assert.NotEqual(before, after);
        Assert.Equal(Expected(), after);
        Assert.Equal(Expected(), await _hash.FinishAsync(Size, default));
        Assert.Equal(0, _hash.ReadAtTheEnd);
    }

    [Fact]
    public async Task A_read_failure_during_hashing_is_reported_at_the_end_and_the_incomplete_block_is_read_again()
    {
        _map.MarkWritten(new(0, Size));
        _sink.UnreadableFrom = 12 * MiB;
        await FollowAsync(8 * MiB);
        await Assert.ThrowsAsync<StorageException>(() => _hash.FinishAsync(Size, default));

        _sink.UnreadableFrom = long.MaxValue;

        Assert.Equal(Expected(), await _hash.FinishAsync(Size, default));
    }

    public async ValueTask DisposeAsync()
    {
        await _hash.DisposeAsync();
        await _hash.DisposeAsync();
    }

    private string Expected() => Convert.ToHexString(SHA256.HashData(_sink.Current)).ToLowerInvariant();

    private async Task FollowAsync(long until)
    {
        for (var began = Stopwatch.GetTimestamp(); _hash.Taken < until;)
        {
            Assert.True(Stopwatch.GetElapsedTime(began) < ScriptedServer.Patience, $"It has read no more than {_hash.Taken:N0} bytes.");
            _time.Advance(TimeSpan.FromMilliseconds(200));
            await Task.Delay(10);
        }
    }
}
