using System.Diagnostics.CodeAnalysis;
using Accelerator.Engine.Journals;
using Accelerator.Engine.Tests.Storage;

namespace Accelerator.Engine.Tests.Journals;

public sealed class CheckpointerTests : IAsyncLifetime, IDisposable
{
    private const int Size = 1000;
    private const long Limit = 100;
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly RemoteIdentity Identity = new("ftp.example.org:21", "/a.bin", Size, "20190807060504");

    private readonly TempFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly MemorySink _sink = new(Size);
    private readonly FileMap _map = new(Size);
    private readonly string _journal;
    private readonly Checkpointer _checkpointer;

    public CheckpointerTests()
    {
        _journal = _folder.File("a.bin.part.journal");
        _checkpointer = new Checkpointer(_map, _sink, _journal, Identity, _time, new CheckpointLimits(Interval, Limit));
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync() => await _checkpointer.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Every_interval_and_not_before_what_was_written_is_flushed_and_journalled()
    {
        await WriteAsync(new(0, 10));
        _map.MarkProven(new(0, 5));
        _time.Advance(Interval - TimeSpan.FromTicks(1));
        Assert.Equal((1, 0), (_time.ActiveTimers, _sink.Flushes));
        await PassAsync(TimeSpan.FromTicks(1));
        Assert.Equal(1, _sink.Flushes);
        var state = await JournalAsync();
        Assert.Equal(Identity, state!.Identity);
        Assert.Equal([new ByteRange(0, 5)], state.Proven);
        Assert.Equal([new ByteRange(5, 10)], state.Unproven);
        Assert.Equal(_time.GetUtcNow(), state.UpdatedUtc);
    }

    [Fact]
    public async Task While_nothing_is_new_nothing_is_flushed_and_nothing_is_written()
    {
        await PassAsync(Interval);
        Assert.Equal(0, _sink.Flushes);
        Assert.False(File.Exists(_journal));

        await WriteAsync(new(0, 10));
        await PassAsync(Interval);
        var journalled = (await JournalAsync())!.UpdatedUtc;
        await PassAsync(Interval);
        await PassAsync(Interval);
        await _checkpointer.CheckpointNowAsync(default);
        Assert.Equal(1, _sink.Flushes);
        Assert.Equal(journalled, (await JournalAsync())!.UpdatedUtc);
    }

    [Fact]
    public async Task Proof_alone_is_journalled_without_a_flush()
    {
        await WriteAsync(new(0, 10));
        await _checkpointer.CheckpointNowAsync(default);
        _map.MarkProven(new(0, 10));
        _checkpointer.RestHonoured = true;
        await _checkpointer.CheckpointNowAsync(default);
        Assert.Equal(1, _sink.Flushes);
        var state = await JournalAsync();
        Assert.Equal([new ByteRange(0, 10)], state!.Proven);
        Assert.True(state.RestHonoured);
    }

    [Fact]
    public async Task Bytes_written_during_the_flush_are_not_in_its_journal()
    {
        await WriteAsync(new(0, 10));
        _sink.DuringFlush = () => WriteAsync(new(10, 20));
        await _checkpointer.CheckpointNowAsync(default);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Unproven);
        Assert.Equal(10, _map.UnflushedBytes);
    }

    [Fact]
    public async Task Bytes_discarded_during_the_flush_are_not_in_its_journal()
    {
        await WriteAsync(new(0, 30));
        _sink.DuringFlush = async () =>
        {
            await _checkpointer.DiscardAsync(new(10, 20), default);
            await WriteAsync(new(10, 20), content: 2);
        };
        await _checkpointer.CheckpointNowAsync(default);
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 30)], (await JournalAsync())!.Unproven);
    }

    [Fact]
    public async Task The_journal_has_forgotten_bytes_before_their_discard_completes()
    {
        await WriteAsync(new(0, 30));
        await _checkpointer.CheckpointNowAsync(default);
        await _checkpointer.DiscardAsync(new(10, 20), default);
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 30)], (await JournalAsync())!.Unproven);
        Assert.Equal(1, _sink.Flushes);
    }

    [Fact]
    public async Task The_first_checkpoint_after_a_restore_writes_what_was_restored()
    {
        var map = new FileMap(Size);
        map.Restore([new(0, 10)], []);
        await using var checkpointer = new Checkpointer(map, _sink, _journal, Identity, _time, CheckpointLimits.Default);
        await checkpointer.CheckpointNowAsync(default);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Proven);
        Assert.Equal(0, _sink.Flushes);
    }

    [Fact]
    public async Task The_door_stands_open_below_the_limit_and_costs_no_memory()
    {
        await WriteAsync(new(0, Limit - 1));
        _ = MemoryOfPassing(times: 100);
        Assert.Equal(0, MemoryOfPassing(times: 1000));
        Assert.Equal(0, _sink.Flushes);
    }

    [Fact]
    public async Task At_the_limit_all_writers_wait_for_one_flush()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, Limit));
        var writers = Enumerable.Range(0, 5).Select(_ => _checkpointer.WaitForRoomAsync(default).AsTask()).ToArray();
        Assert.All(writers, writer => Assert.False(writer.IsCompleted));
        await WriteAsync(new(Limit, Limit + 10)); // By a writer that had passed the door before; no reason for a second flush.
        flush.SetResult();
        await Task.WhenAll(writers);
        Assert.Equal(1, _sink.Flushes);
        Assert.Equal(Limit, (await JournalAsync())!.Unproven.Sum(range => range.Length));
    }

    [Fact]
    public async Task Checkpoints_never_overlap()
    {
        _sink.DuringFlush = async () => await Task.Yield();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(part => Task.Run(async () =>
        {
            for (var step = 0; step < 10; step++)
            {
                await WriteAsync(new((part * 100) + (step * 10), (part * 100) + (step * 10) + 10));
                await _checkpointer.WaitForRoomAsync(default);
                _time.Advance(Interval / 4);
                await _checkpointer.CheckpointNowAsync(default);
            }
        })));
        Assert.Equal(1, _sink.MostFlushesAtOnce);
        Assert.Equal(800, _map.BytesDurable);
    }

    [Fact]
    public async Task The_interval_counts_from_the_start_of_the_checkpoint_before()
    {
        await WriteAsync(new(0, 10));
        _sink.DuringFlush = () =>
        {
            _time.Advance(Interval * 0.4);
            return Task.CompletedTask;
        };
        await PassAsync(Interval);
        await WriteAsync(new(10, 20));
        _time.Advance((Interval * 0.6) - TimeSpan.FromTicks(1));
        Assert.Equal(1, _time.ActiveTimers);
        await PassAsync(TimeSpan.FromTicks(1));
        Assert.Equal(2, _sink.Flushes);
    }

    [Fact]
    public async Task A_flush_longer_than_the_interval_is_followed_by_the_next_at_once()
    {
        await WriteAsync(new(0, 10));
        _sink.DuringFlush = async () =>
        {
            _sink.DuringFlush = null;
            await WriteAsync(new(10, 20));
            _time.Advance(Interval * 3);
        };
        await PassAsync(Interval);
        Assert.Equal(2, _sink.Flushes);
        Assert.Equal(20, _map.BytesDurable);
    }

    [Fact]
    public async Task A_failed_flush_is_not_tried_again_and_leaves_the_last_journal()
    {
        await WriteAsync(new(0, 10));
        await _checkpointer.CheckpointNowAsync(default);
        _sink.DuringFlush = () => throw new StorageException(StorageFailure.Full, "The disk is full.");
        await WriteAsync(new(10, 20));
        _time.Advance(Interval);

        var failure = await Assert.ThrowsAsync<StorageException>(() => _checkpointer.Completion);
        Assert.Equal(StorageFailure.Full, failure.Reason);
        foreach (var call in new[]
        {
            _checkpointer.CheckpointNowAsync(default),
            _checkpointer.WaitForRoomAsync(default).AsTask(),
            _checkpointer.DiscardAsync(new(0, 10), default),
        })
        {
            var told = await Assert.ThrowsAsync<StorageException>(() => call);
            Assert.Equal((StorageFailure.Full, "The disk is full."), (told.Reason, told.Message));
        }

        _time.Advance(Interval * 5);
        Assert.Equal(2, _sink.Flushes);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Unproven);
    }

    [Fact]
    public async Task A_journal_that_cannot_be_written_ends_it_too()
    {
        Directory.CreateDirectory(_journal + ".new"); // In the way of the new journal.
        await WriteAsync(new(0, 10));
        await Assert.ThrowsAsync<StorageException>(() => _checkpointer.CheckpointNowAsync(default));
        await Assert.ThrowsAsync<StorageException>(() => _checkpointer.Completion);
    }

    [Fact]
    public async Task Writers_at_the_door_are_told_of_a_failure()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, Limit));
        var writers = Enumerable.Range(0, 3).Select(_ => _checkpointer.WaitForRoomAsync(default).AsTask()).ToArray();
        flush.SetException(new StorageException(StorageFailure.Failed, "The disk is gone."));
        foreach (var writer in writers)
            Assert.Equal("The disk is gone.", (await Assert.ThrowsAsync<StorageException>(() => writer)).Message);
        Assert.Equal(1, _sink.Flushes);
        Assert.False(File.Exists(_journal));
    }

    [Fact]
    public async Task Who_stops_waiting_does_not_stop_the_checkpoint()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, 10));
        using var cancel = new CancellationTokenSource();
        var waiting = _checkpointer.CheckpointNowAsync(cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        flush.SetResult();
        await _checkpointer.CheckpointNowAsync(default);
        Assert.Equal(1, _sink.Flushes);
        Assert.NotNull(await JournalAsync());
    }

    [Fact]
    public async Task Dispose_waits_for_the_checkpoint_under_way_and_makes_none_itself()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, 10));
        var checkpoint = _checkpointer.CheckpointNowAsync(default);
        await WriteAsync(new(10, 20));
        var dispose = _checkpointer.DisposeAsync().AsTask();
        Assert.False(dispose.IsCompleted);
        flush.SetResult();
        await checkpoint;
        await dispose;
        Assert.Equal(1, _sink.Flushes);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Unproven);
        Assert.True(_checkpointer.Completion.IsCompletedSuccessfully);
        Assert.Equal(0, _time.ActiveTimers);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => _checkpointer.CheckpointNowAsync(default));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => _checkpointer.WaitForRoomAsync(default).AsTask());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task A_power_cut_at_any_point_finds_no_byte_in_the_journal_that_the_disk_may_not_have(int seed)
    {
        var random = new Random(seed);
        _sink.DuringFlush = CheckDiskAsync; // A cut during the flush: none of it may be there yet.
        for (var step = 0; step < 150; step++)
        {
            var start = random.Next(Size);
            var range = new ByteRange(start, Math.Min(Size, start + random.Next(1, 60)));
            switch (random.Next(8))
            {
                case 0:
                    await _checkpointer.DiscardAsync(range, default);
                    break;
                case 1:
                    _map.MarkProven(range);
                    break;
                case 2:
                    await PassAsync(Interval);
                    break;
                default:
                    foreach (var gap in _map.Missing(range))
                        await WriteAsync(gap, content: (byte)random.Next(1, 255));
                    await _checkpointer.WaitForRoomAsync(default);
                    break;
            }

            await CheckDiskAsync();
        }

        Assert.NotNull(await JournalAsync());
    }

    /// <summary>What was not flushed may or may not have reached the disk: a journalled byte must be the same in both cases.</summary>
    private async Task CheckDiskAsync()
    {
        if (await JournalAsync() is not { } journal)
            return;
        foreach (var range in journal.Proven.Concat(journal.Unproven))
        {
            var (start, length) = ((int)range.Start, (int)range.Length);
            var same = _sink.Stable.AsSpan(start, length).SequenceEqual(_sink.Current.AsSpan(start, length));
            Assert.True(same, $"{range} is not certain");
        }
    }

    [SuppressMessage("Reliability", "CA2012", Justification = "Each has completed, and an await would allocate.")]
    private long MemoryOfPassing(int times)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var turn = 0; turn < times; turn++)
        {
            if (!_checkpointer.WaitForRoomAsync(default).IsCompletedSuccessfully)
                return -1;
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <summary>Moves the clock and waits until the loop has come to its next wait.</summary>
    private async Task PassAsync(TimeSpan by)
    {
        _time.Advance(by);
        await _time.UntilTimersAsync(1);
    }

    private TaskCompletionSource HoldFlushes()
    {
        var flush = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _sink.DuringFlush = () => flush.Task;
        return flush;
    }

    private async Task WriteAsync(ByteRange range, byte content = 1)
    {
        var data = new byte[range.Length];
        data.AsSpan().Fill(content);
        await _sink.WriteAsync(range.Start, data, default);
        _map.MarkWritten(range);
    }

    private async Task<JournalState?> JournalAsync() => (await ResumeJournal.ReadAsync(_journal, default)).State;
}
