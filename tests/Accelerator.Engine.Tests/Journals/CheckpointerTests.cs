using System.Diagnostics.CodeAnalysis;

namespace Accelerator.Engine.Tests.Journals;

public sealed class CheckpointerTests() : CheckpointerFixture(new CheckpointLimits(Interval, Limit))
{
    private const long Limit = 100;
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Written_bytes_are_flushed_and_journalled_once_each_interval()
    {
        await WriteAsync(new(0, 10));
        Map.MarkProven(new(0, 5));
        Time.Advance(Interval - TimeSpan.FromTicks(1));
        Assert.Equal((1, 0), (Time.ActiveTimers, Sink.Flushes));
        await PassAsync(TimeSpan.FromTicks(1));
        Assert.Equal(1, Sink.Flushes);
        var state = await JournalAsync();
        Assert.Equal(Identity, state!.Identity);
        Assert.Equal([new ByteRange(0, 5)], state.Proven);
        Assert.Equal([new ByteRange(5, 10)], state.Unproven);
        Assert.Equal(Time.GetUtcNow(), state.UpdatedUtc);
    }

    [Fact]
    public async Task Without_new_bytes_nothing_is_flushed_or_written()
    {
        await PassAsync(Interval);
        Assert.Equal(0, Sink.Flushes);
        Assert.False(File.Exists(Journal));

        await WriteAsync(new(0, 10));
        await PassAsync(Interval);
        var journalled = (await JournalAsync())!.UpdatedUtc;
        await PassAsync(Interval);
        await PassAsync(Interval);
        await Checkpointer.CheckpointNowAsync(default);
        Assert.Equal(1, Sink.Flushes);
        Assert.Equal(journalled, (await JournalAsync())!.UpdatedUtc);
    }

    [Fact]
    public async Task Proof_alone_is_journalled_without_a_flush()
    {
        await WriteAsync(new(0, 10));
        await Checkpointer.CheckpointNowAsync(default);
        Map.MarkProven(new(0, 10));
        Checkpointer.RestHonoured = true;
        await Checkpointer.CheckpointNowAsync(default);
        Assert.Equal(1, Sink.Flushes);
        var state = await JournalAsync();
        Assert.Equal([new ByteRange(0, 10)], state!.Proven);
        Assert.True(state.RestHonoured);
    }

    [Fact]
    public async Task Bytes_written_during_the_flush_are_not_in_its_journal()
    {
        await WriteAsync(new(0, 10));
        Sink.DuringFlush = () => WriteAsync(new(10, 20));
        await Checkpointer.CheckpointNowAsync(default);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Unproven);
        Assert.Equal(10, Map.UnflushedBytes);
    }

    [Fact]
    public async Task Bytes_discarded_during_the_flush_are_not_in_its_journal()
    {
        for (var start = 0; start < 30; start += 10) await WriteAsync(new(start, start + 10));
        Sink.DuringFlush = async () =>
        {
            await Checkpointer.DiscardAsync(new(10, 20), default);
            await WriteAsync(new(10, 20), content: 2);
        };
        await Checkpointer.CheckpointNowAsync(default);
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 30)], (await JournalAsync())!.Unproven);
    }

    [Fact]
    public async Task The_journal_has_forgotten_bytes_before_their_discard_completes()
    {
        await WriteAsync(new(0, 30));
        await Checkpointer.CheckpointNowAsync(default);
        await Checkpointer.DiscardAsync(new(10, 20), default);
        // The bytes on either side have no checksum without those between them.
        Assert.Empty((await JournalAsync())!.Unproven);
        Assert.Equal(1, Sink.Flushes);
    }

    [Fact]
    public async Task The_first_checkpoint_after_a_restore_writes_what_was_restored()
    {
        var map = new FileMap(Size);
        map.Restore([new(0, 10)], []);
        await using var checkpointer = new Checkpointer(map, Sink, Journal, Identity, Time, CheckpointLimits.Default);
        await checkpointer.CheckpointNowAsync(default);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Proven);
        Assert.Equal(0, Sink.Flushes);
    }

    [Fact]
    public async Task Below_the_limit_writers_pass_without_waiting_or_allocating()
    {
        await WriteAsync(new(0, Limit - 1));
        _ = MemoryOfPassing(times: 100);
        Assert.Equal(0, MemoryOfPassing(times: 1000));
        Assert.Equal(0, Sink.Flushes);
    }

    [Fact]
    public async Task At_the_limit_all_writers_wait_for_one_flush()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, Limit));
        var writers = Enumerable.Range(0, 5).Select(_ => Checkpointer.WaitForRoomAsync(default).AsTask()).ToArray();
        Assert.All(writers, writer => Assert.False(writer.IsCompleted));
        await WriteAsync(new(Limit, Limit + 10)); // Written by a writer that had already passed the gate; no reason for a second flush.
        flush.SetResult();
        await Task.WhenAll(writers);
        Assert.Equal(1, Sink.Flushes);
        Assert.Equal(Limit, (await JournalAsync())!.Unproven.Sum(range => range.Length));
    }

    [Fact]
    public async Task Checkpoints_never_overlap()
    {
        Sink.DuringFlush = async () => await Task.Yield();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(part => Task.Run(async () =>
        {
            for (var step = 0; step < 10; step++)
            {
                await WriteAsync(new((part * 100) + (step * 10), (part * 100) + (step * 10) + 10));
                await Checkpointer.WaitForRoomAsync(default);
                Time.Advance(Interval / 4);
                await Checkpointer.CheckpointNowAsync(default);
            }
        })));
        Assert.Equal(1, Sink.MostFlushesAtOnce);
        Assert.Equal(800, Map.BytesDurable);
    }

    [Fact]
    public async Task The_interval_counts_from_the_start_of_the_checkpoint_before()
    {
        await WriteAsync(new(0, 10));
        Sink.DuringFlush = () =>
        {
            Time.Advance(Interval * 0.4);
            return Task.CompletedTask;
        };
        await PassAsync(Interval);
        await WriteAsync(new(10, 20));
        Time.Advance((Interval * 0.6) - TimeSpan.FromTicks(1));
        Assert.Equal(1, Time.ActiveTimers);
        await PassAsync(TimeSpan.FromTicks(1));
        Assert.Equal(2, Sink.Flushes);
    }

    [Fact]
    public async Task A_flush_longer_than_the_interval_is_followed_by_the_next_at_once()
    {
        await WriteAsync(new(0, 10));
        Sink.DuringFlush = async () =>
        {
            Sink.DuringFlush = null;
            await WriteAsync(new(10, 20));
            Time.Advance(Interval * 3);
        };
        await PassAsync(Interval);
        Assert.Equal(2, Sink.Flushes);
        Assert.Equal(20, Map.BytesDurable);
    }

    [Fact]
    public async Task A_failed_flush_is_not_tried_again_and_leaves_the_last_journal()
    {
        await WriteAsync(new(0, 10));
        await Checkpointer.CheckpointNowAsync(default);
        Sink.DuringFlush = () => throw new StorageException(StorageFailure.Full, "The disk is full.");
        await WriteAsync(new(10, 20));
        Time.Advance(Interval);

        var failure = await Assert.ThrowsAsync<StorageException>(() => Checkpointer.Completion);
        Assert.Equal(StorageFailure.Full, failure.Reason);
        foreach (var call in new[]
        {
            Checkpointer.CheckpointNowAsync(default),
            Checkpointer.WaitForRoomAsync(default).AsTask(),
            Checkpointer.DiscardAsync(new(0, 10), default),
        })
        {
            var told = await Assert.ThrowsAsync<StorageException>(() => call);
            Assert.Equal((StorageFailure.Full, "The disk is full."), (told.Reason, told.Message));
        }

        Time.Advance(Interval * 5);
        Assert.Equal(2, Sink.Flushes);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Unproven);
    }

    [Fact]
    public async Task A_journal_that_cannot_be_written_ends_the_checkpointer_too()
    {
        Directory.CreateDirectory(Journal + ".new"); // Blocks the path of the new journal.
        await WriteAsync(new(0, 10));
        await Assert.ThrowsAsync<StorageException>(() => Checkpointer.CheckpointNowAsync(default));
        await Assert.ThrowsAsync<StorageException>(() => Checkpointer.Completion);
    }

    [Fact]
    public async Task Waiting_writers_get_the_failure()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, Limit));
        var writers = Enumerable.Range(0, 3).Select(_ => Checkpointer.WaitForRoomAsync(default).AsTask()).ToArray();
        flush.SetException(new StorageException(StorageFailure.Failed, "The disk is gone."));
        foreach (var writer in writers)
            Assert.Equal("The disk is gone.", (await Assert.ThrowsAsync<StorageException>(() => writer)).Message);
        Assert.Equal(1, Sink.Flushes);
        Assert.False(File.Exists(Journal));
    }

    [Fact]
    public async Task A_writer_that_stops_waiting_does_not_stop_the_checkpoint()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, 10));
        using var cancel = new CancellationTokenSource();
        var waiting = Checkpointer.CheckpointNowAsync(cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        flush.SetResult();
        await Checkpointer.CheckpointNowAsync(default);
        Assert.Equal(1, Sink.Flushes);
        Assert.NotNull(await JournalAsync());
    }

    [Fact]
    public async Task Dispose_waits_for_the_checkpoint_in_progress_and_makes_none_itself()
    {
        var flush = HoldFlushes();
        await WriteAsync(new(0, 10));
        var checkpoint = Checkpointer.CheckpointNowAsync(default);
        await WriteAsync(new(10, 20));
        var dispose = Checkpointer.DisposeAsync().AsTask();
        Assert.False(dispose.IsCompleted);
        flush.SetResult();
        await checkpoint;
        await dispose;
        Assert.Equal(1, Sink.Flushes);
        Assert.Equal([new ByteRange(0, 10)], (await JournalAsync())!.Unproven);
        Assert.True(Checkpointer.Completion.IsCompletedSuccessfully);
        Assert.Equal(0, Time.ActiveTimers);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => Checkpointer.CheckpointNowAsync(default));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => Checkpointer.WaitForRoomAsync(default).AsTask());
    }

    [Theory]
    [Each(1, 2, 3, 4)]
    public async Task A_power_cut_at_any_point_finds_no_byte_in_the_journal_that_the_disk_may_not_have(int seed)
    {
        var random = new Random(seed);
        Sink.DuringFlush = CheckDiskAsync; // A power cut during the flush: none of it may be on the disk yet.
        for (var step = 0; step < 150; step++)
        {
            var start = random.Next(Size);
            var range = new ByteRange(start, Math.Min(Size, start + random.Next(1, 60)));
            switch (random.Next(8))
            {
                case 0:
                    await Checkpointer.DiscardAsync(range, default);
                    break;
                case 1:
                    Map.MarkProven(range);
                    break;
                case 2:
                    await PassAsync(Interval);
                    break;
                default:
                    foreach (var gap in Map.Missing(range))
                        await WriteAsync(gap, content: (byte)random.Next(1, 255));
                    await Checkpointer.WaitForRoomAsync(default);
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
            var same = Sink.Stable.AsSpan(start, length).SequenceEqual(Sink.Current.AsSpan(start, length));
            Assert.True(same, $"{range} is not certain");
            Assert.True(RangeSums.PartsOf([range], Size).All(part => journal.Sums.Any(summed => summed.Range.Start <= part.Start && summed.Range.End >= part.End)), $"{range} has no checksum");
        }
        Assert.All(journal.Sums, part => Assert.Equal(part.Sum, Crc32C.Of(Sink.Stable.AsSpan((int)part.Range.Start, (int)part.Range.Length))));
    }

    [SuppressMessage("Reliability", "CA2012", Justification = "Each has completed, and an await would allocate.")]
    private long MemoryOfPassing(int times)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var turn = 0; turn < times; turn++)
        {
            if (!Checkpointer.WaitForRoomAsync(default).IsCompletedSuccessfully)
                return -1;
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <summary>Moves the clock and waits until the loop has reached its next wait.</summary>
    private async Task PassAsync(TimeSpan by)
    {
        Time.Advance(by);
        await Time.UntilTimersAsync(1);
    }

    private TaskCompletionSource HoldFlushes()
    {
        var flush = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Sink.DuringFlush = () => flush.Task;
        return flush;
    }

    private async Task WriteAsync(ByteRange range, byte content = 1)
    {
        var data = new byte[range.Length];
        data.AsSpan().Fill(content);
        await Sink.WriteAsync(range.Start, data, default);
        Map.MarkWritten(range, Crc32C.Of(data));
    }
}
