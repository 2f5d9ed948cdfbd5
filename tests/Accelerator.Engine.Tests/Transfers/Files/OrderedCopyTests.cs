namespace Accelerator.Engine.Tests.Transfers.Files;

public sealed class OrderedCopyTests : IAsyncDisposable
{
    private const int MiB = 1 << 20;
    private const int Size = (16 * MiB) + 17;
    private const int Tail = 64 << 10;

    private readonly FakeTime _time = new();
    private readonly MemorySink _sink = new(Size);
    private readonly WakeSignal _grown = new();
    private readonly FileMap _map;
    private readonly ProofChain _chain;
    private readonly RecordedOutput _output = new();
    private readonly SegmentQueue _queue;
    private readonly OrderedCopy _copy;

    public OrderedCopyTests()
    {
        _map = new FileMap(Size) { Grown = _grown.Set };
        _queue = new SegmentQueue([new(0, Size)], [], single: false, SegmentLimits.Default, _time);
        _chain = new ProofChain(_map);
        _copy = Copy(_map, _chain);
        FileContent.Synthetic(Size, seed: 1).Read(0, _sink.Current);
    }

    [Fact]
    public async Task Written_bytes_joined_to_the_start_are_passed_on_and_the_rest_waits()
    {
        _map.MarkWritten(new(0, 6 * MiB));
        _map.MarkWritten(new(8 * MiB, Size));
        _map.MarkProven(new(0, 4 * MiB));
        await FollowAsync(() => _copy.Passed == 4 * MiB);

        _map.MarkProven(new(4 * MiB, Size));
        await FollowAsync(() => _copy.Passed == 6 * MiB);
        Assert.Equal(_sink.Current[..(6 * MiB)], _output.Bytes);
    }

    [Fact]
    public async Task The_last_64_KiB_follow_when_the_file_is_finished()
    {
        Complete();
        await FollowAsync(() => _copy.Passed == Size - Tail);
        Assert.Equal(Size - Tail, _output.Bytes.Length);

        await _copy.FinishAsync(Size, default);
        Assert.Equal(_sink.Current, _output.Bytes);
    }

    [Fact]
    public async Task With_an_unknown_size_the_last_64_KiB_received_are_held_back()
    {
        var map = new FileMap(long.MaxValue);
        await using var copy = Copy(map);
        map.MarkWritten(new(0, 4 * MiB));
        map.MarkProven(new(0, 4 * MiB));
        await FollowAsync(() => copy.Passed == (4 * MiB) - Tail);

        await copy.FinishAsync(4 * MiB, default);
        Assert.Equal(_sink.Current[..(4 * MiB)], _output.Bytes);
    }

    [Fact]
    public async Task For_a_range_only_its_bytes_are_passed_on_and_its_last_64_KiB_are_held_back()
    {
        var map = new FileMap(Size, new(3 * MiB, 9 * MiB));
        await using var copy = Copy(map);
        map.MarkWritten(new(0, 8 * MiB));
        map.MarkProven(new(3 * MiB, Size));
        await FollowAsync(() => copy.Position == 8 * MiB);
        map.MarkWritten(new(8 * MiB, Size));
        await FollowAsync(() => copy.Position == (9 * MiB) - Tail);

        await copy.FinishAsync(Size, default);
        Assert.Equal(_sink.Current[(3 * MiB)..(9 * MiB)], _output.Bytes);
        Assert.Equal(6 * MiB, copy.Passed);
    }

    // While the server sends what is before the range, the distance to it has more than 31 bits.
    [Theory]
    [InlineData(2_200_000_000)]
    [InlineData((5L << 30) + 3)]
    public async Task A_range_that_begins_gigabytes_behind_the_written_bytes_waits_for_them(long start)
    {
        var sink = new MemorySink(MiB + 17) { First = start };
        Random.Shared.NextBytes(sink.Current);
        var size = start + sink.Current.Length;
        var map = new FileMap(size, new(start, size));
        map.BeginAtStart();
        await using var copy = Copy(map, sink: sink);
        for (var written = 0L; written < size;)
        {
            var next = Math.Min(written + (1L << 30), written < start ? start : size);
            map.MarkWritten(new(written, next));
            map.MarkProven(new(written, next));
            written = next;
            for (var looks = 0; looks < 5; looks++)
            {
                _time.Advance(TimeSpan.FromMilliseconds(200));
                await Task.Delay(1);
            }
        }

        await FollowAsync(() => copy.Passed == sink.Current.Length - Tail);
        await copy.FinishAsync(size, default);
        Assert.Equal(sink.Current, _output.Bytes);
    }

    [Fact]
    public async Task Written_bytes_are_passed_on_without_a_wait()
    {
        await FollowAsync(() => _queue.TryTake(0) is not null);
        Complete();
        // The clock stands still: only the signal can wake the copy.
        await GetFixture.UntilAsync(() => _copy.Passed == Size - Tail).WaitAsync(TimeSpan.FromSeconds(60));
    }

    [Fact]
    public async Task Nothing_follows_a_byte_that_was_discarded_after_it_was_passed_on()
    {
        _map.MarkWritten(new(0, 6 * MiB));
        _map.MarkProven(new(0, 6 * MiB));
        await FollowAsync(() => _copy.Passed == 6 * MiB);

        _map.Discard(new(5 * MiB, 6 * MiB));
        Complete();
        await FollowAsync(() => _copy.Failure is not null);

        Assert.Equal(FailureKind.Verification, _copy.Failure!.Kind);
        Assert.Equal(6 * MiB, _output.Bytes.Length);
        Assert.Same(_copy.Failure, await Assert.ThrowsAsync<TransferException>(() => _copy.FinishAsync(Size, default)));
        Assert.Equal(6 * MiB, _output.Bytes.Length);
    }

    [Fact]
    public async Task A_byte_that_is_discarded_before_it_is_passed_on_is_passed_on_when_it_is_there_again()
    {
        _map.MarkWritten(new(0, 6 * MiB));
        _map.MarkProven(new(0, 4 * MiB));
        await FollowAsync(() => _copy.Passed == 4 * MiB);

        _map.Discard(new(5 * MiB, 6 * MiB));
        _sink.Current[5 * MiB] ^= 1;
        Complete();
        await FollowAsync(() => _copy.Passed == Size - Tail);
        await _copy.FinishAsync(Size, default);

        Assert.Equal(_sink.Current, _output.Bytes);
    }

    [Fact]
    public async Task Bytes_that_are_discarded_while_they_are_read_are_not_passed_on()
    {
        _sink.DuringRead = () =>
        {
            _sink.DuringRead = null;
            _map.Discard(new(0, MiB));
        };
        Complete();
        await FollowAsync(() => _sink.DuringRead is null);
        await _copy.DisposeAsync();

        Assert.Equal((0, null), (_output.Bytes.Length, _copy.Failure));
    }

    [Fact]
    public async Task No_byte_is_assigned_beyond_the_window_until_the_reader_moves_on()
    {
        var reader = new TaskCompletionSource();
        _output.BeforeWrite = _ => reader.Task;
        var run = _queue.TryTake(0)!;
        Assert.Equal(8 * MiB, _queue.Claim(run, Size));
        Assert.Null(_queue.TrySteal(1, default));
        _map.MarkWritten(new(0, 8 * MiB));
        _map.MarkProven(new(0, 8 * MiB));
        await FollowAsync(() => _copy.IsWriting);

        Assert.Equal(8 * MiB, _queue.Claim(run, Size));
        Assert.True(_queue.IsAtLimit(run));
        reader.SetResult();
        await FollowAsync(() => _copy.Passed == 8 * MiB);
        // The limit follows the reader block by block, the last one after the byte was passed on.
        await FollowAsync(() => !_queue.IsAtLimit(run) && _queue.Claim(run, Size) == 16 * MiB);
    }

    [Fact]
    public async Task A_seam_that_is_not_settled_holds_nothing_but_the_output()
    {
        var run = _queue.TryTake(0)!;
        _queue.Claim(run, Size);
        _map.MarkWritten(new(0, 8 * MiB));
        _map.MarkProven(new(0, 2 * MiB));

        await FollowAsync(() => !_queue.IsAtLimit(run) && _copy.Passed == 2 * MiB);
        await FollowAsync(() => _queue.Claim(run, Size) == 16 * MiB);
    }

    [Fact]
    public async Task While_a_seam_is_not_settled_the_fetch_gets_one_window_further_in_each_interval()
    {
        var run = _queue.TryTake(0)!;
        _queue.Claim(run, Size);
        _map.MarkWritten(new(0, 4 * MiB));
        _map.MarkProven(new(0, 2 * MiB));
        await FollowAsync(() => _copy.Passed == 2 * MiB);

        _map.MarkWritten(new(4 * MiB, 8 * MiB));
        await Task.Delay(50);

        Assert.InRange(_queue.Claim(run, Size), 8 * MiB, 10 * MiB);
        await FollowAsync(() => _queue.Claim(run, Size) == 16 * MiB);
    }

    [Fact]
    public async Task While_a_stream_compares_a_seam_the_window_holds()
    {
        var run = _queue.TryTake(0)!;
        _queue.Claim(run, Size);
        var (lower, _) = _chain.Begin(0);
        _chain.Begin(2 * MiB);
        _chain.Grow(lower, 2 * MiB);
        _map.MarkWritten(new(0, 8 * MiB));
        await FollowAsync(() => _copy.Passed == 2 * MiB);

        for (var waited = 0; waited < 3000; waited += 100)
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            await Task.Delay(1);
        }
        Assert.Equal(10 * MiB, _queue.Claim(run, Size));

        // Its connection broke before it had read the bytes to compare.
        _chain.Close(lower);
        await FollowAsync(() => _queue.Claim(run, Size) == 16 * MiB);
    }

    [Fact]
    public async Task An_output_that_cannot_be_written_ends_the_copy()
    {
        _output.BeforeWrite = static _ => throw new IOException("Broken pipe");
        Complete();

        await FollowAsync(() => _copy.Failure is not null);

        Assert.Equal(FailureKind.Disk, _copy.Failure!.Kind);
        Assert.IsType<IOException>(_copy.Failure.InnerException);
    }

    [Fact]
    public async Task A_copy_whose_reader_does_not_read_can_be_ended()
    {
        _output.BeforeWrite = static _ => new TaskCompletionSource().Task;
        Complete();
        await FollowAsync(() => _copy.IsWriting);

        var ending = _copy.DisposeAsync().AsTask();
        await FollowAsync(() => ending.IsCompleted);

        Assert.Equal(0, _copy.Passed);
    }

    public async ValueTask DisposeAsync()
    {
        await _copy.DisposeAsync();
        await _output.DisposeAsync();
    }

    private OrderedCopy Copy(FileMap map, ProofChain? chain = null, MemorySink? sink = null)
    {
        var source = new TransferSource(new FtpEndpoint("a", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/a.bin", FtpCharsets.Utf8));
        var item = new TransferItem { Sources = [source], TargetPath = "/a.bin", Output = _output, OutputWindow = 8 * MiB };
        return new OrderedCopy(item, sink ?? _sink, map, chain ?? new ProofChain(map), _queue, _grown, _time);
    }

    private void Complete()
    {
        _map.MarkWritten(new(0, Size));
        _map.MarkProven(new(0, Size));
    }

    private async Task FollowAsync(Func<bool> condition)
    {
        for (var i = 0; !condition(); i++)
        {
            Assert.True(i < 3000, $"It has passed on {_copy.Passed:N0} bytes; {_copy.Failure?.Message}");
            _time.Advance(TimeSpan.FromMilliseconds(50));
            await Task.Delay(10);
        }
    }
}
