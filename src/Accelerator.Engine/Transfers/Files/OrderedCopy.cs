using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// Writes a file, or a part of it, to a stream in order, while it is fetched (docs/decisions/0030). It passes on the bytes that are written
/// without a gap and joined to the first one by equal seams, and keeps the fetch within a window in front of them. The last 64 KiB follow
/// with <see cref="FinishAsync"/>, when the file is verified. What was passed on cannot be taken back: if any of it is discarded, the copy
/// fails.
/// </summary>
internal sealed class OrderedCopy : IAsyncDisposable
{
    private const int Piece = 1 << 20;

    // Only a discard comes without a signal.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    // A stream that compares a seam has a few milliseconds of data to read. On a busy machine this takes seconds.
    private static readonly TimeSpan SeamPatience = TimeSpan.FromSeconds(5);

    // A reader that reads takes a piece in less, and then the number of bytes in the message is exact.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(1);

    private readonly TransferItem _item;
    private readonly IFileSink _sink;
    private readonly FileMap _map;
    private readonly ProofChain _chain;
    private readonly SegmentQueue _queue;
    private readonly WakeSignal _grown;
    private readonly TimeProvider _time;
    private readonly PrefixWatch _watch;
    private readonly CancellationTokenSource _finishing = new();
    private readonly CancellationTokenSource _ended = new();
    private readonly CancellationTokenSource _abandoned = new();
    private readonly byte[] _buffer = new byte[Piece];
    private readonly Task _following = Task.CompletedTask;
    private volatile TransferException? _failure;
    private volatile bool _isWriting;
    private volatile bool _hasBegun;
    private volatile bool _mayHaveMore;
    private readonly object _moving = new();
    private long _passed;
    private long _limit;
    private long _window;

    // Where the output waited for a seam last, and since when.
    private (long Position, long Since) _seamAwaited = (-1, 0);

    // One past the last byte for the output; long.MaxValue while it is unknown.
    private readonly long _end;

    /// <summary>Starts to follow a file, unless the item's output waits for the verification.</summary>
    /// <param name="item">The item, which names the output.</param>
    /// <param name="sink">The local file.</param>
    /// <param name="map">The map of its bytes, and which of them are for the output.</param>
    /// <param name="chain">Its seams.</param>
    /// <param name="queue">Assigns its ranges; gets its limit and its order from here.</param>
    /// <param name="grown">Signals that the map has grown.</param>
    /// <param name="time">Clock.</param>
    public OrderedCopy(
        TransferItem item, IFileSink sink, FileMap map, ProofChain chain, SegmentQueue queue, WakeSignal grown, TimeProvider time)
    {
        (_item, _sink, _map, _chain, _queue, _grown, _time, _watch) = (item, sink, map, chain, queue, grown, time, map.Watch());
        (_passed, _end) = (map.Wanted.Start, map.Wanted.End);
        _window = item.OutputWindow;
        if (item.VerifyBeforeOutput) return;
        MoveLimit(_passed);
        _following = FollowAsync();
    }

    /// <summary>The offset in the file of the next byte for the output.</summary>
    public long Position => Interlocked.Read(ref _passed);

    /// <summary>Bytes written to the output.</summary>
    public long Passed => Position - _map.Wanted.Start;

    /// <summary>Whether a write was abandoned: then the output may get more bytes than <see cref="Passed"/>.</summary>
    public bool MayHaveMore => _mayHaveMore;

    /// <summary>Called with the new <see cref="Position"/> after each write. Null for none.</summary>
    public Action<long>? Moved { get; set; }

    /// <summary>Whether a byte was given to the output, so that another file can no longer take the place of this one.</summary>
    public bool HasBegun => _hasBegun;

    /// <summary>Why nothing more is written to the output; null while it is in order.</summary>
    public TransferException? Failure => _failure;

    /// <summary>Whether the output is being written: a reader that is slow keeps the fetch waiting.</summary>
    public bool IsWriting => _isWriting;

    /// <summary>
    /// Sets the window (<see cref="OrderPolicy.InOrder"/>), and makes the streams fetch from the front, in parts so short that all of them
    /// together fill half of it. If all that is left fits in the window, each stream keeps its range. Has no effect if the output waits for
    /// the verification.
    /// </summary>
    /// <param name="streams">The number of streams, 1 or more.</param>
    /// <param name="inFlight">The bytes in flight on all paths together.</param>
    /// <param name="least">The length of the shortest part, bytes.</param>
    public void Order(int streams, double inFlight, long least)
    {
        if (_item.VerifyBeforeOutput) return;
        var (part, window) = OrderPolicy.InOrder(_item.OutputWindow, Longest(), _end - Position, streams, inFlight);
        lock (_moving) _window = window;
        MoveLimit(Position);
        if (_end - Position > window) _queue.Order(Math.Max(part, least));
    }

    /// <summary>Passes on the rest of the file, which is complete and verified, and no longer changes.</summary>
    /// <param name="length">Bytes of the file.</param>
    /// <param name="cancellationToken">A token to cancel the operation; a write in progress is abandoned.</param>
    /// <exception cref="TransferException">The output failed, or bytes that were passed on had been discarded.</exception>
    public async Task FinishAsync(long length, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _ended.Token);
        await _finishing.CancelAsync().ConfigureAwait(false);
        await _following.WaitAsync(stop.Token).ConfigureAwait(false);
        stop.Token.ThrowIfCancellationRequested();
        if (_failure is { } failure) throw failure;
        CheckPassed();
        if (length < Position)
            throw new TransferException(FailureKind.Usage,
                $"{_item.Sources[0]} has {length:N0} bytes, and the range begins at byte {Position:N0}. Give a range within the file.");
        length = Math.Min(length, _end);
        while (Position < length) await PassAsync(length, stop.Token).ConfigureAwait(false);
        await WriteAsync(_item.Output!.FlushAsync, stop.Token).ConfigureAwait(false);
    }

    /// <summary>Ends the copy; a write in progress that takes longer than a second is abandoned.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ended.CancelAsync().ConfigureAwait(false);
        await Task.WhenAny(_following, Task.Delay(Grace, _time, CancellationToken.None)).ConfigureAwait(false);
        await _abandoned.CancelAsync().ConfigureAwait(false);
        await _following.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task FollowAsync()
    {
        try
        {
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(_finishing.Token, _ended.Token);
            while (!stop.IsCancellationRequested)
            {
                var next = _grown.Next;
                if (await PassAsync(ReadableEnd(), _abandoned.Token).ConfigureAwait(false)) continue;
                await WakeSignal.WaitAsync(next, Interval, _time, stop.Token).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (_abandoned.IsCancellationRequested)
        {
            // The file has failed, and its failure is reported elsewhere.
        }
        catch (TransferException e)
        {
            _failure = e;
        }
        catch (StorageException e)
        {
            _failure = new TransferException(FailureKind.Disk, e.Message, e);
        }
    }

    // The end of the bytes that may be passed on now.
    private long ReadableEnd()
    {
        var written = CheckPassed();
        if (_map.FirstUnproven < written) _chain.AcceptFlatSeams();
        var end = Math.Min(written, _map.FirstUnproven);
        // The end of a file of unknown size may be anywhere.
        if (_map.Size == long.MaxValue) end -= SeamSample.Length;
        end = Math.Min(end, _end - SeamSample.Length);
        MoveLimit(end <= Position && WaitsLongForSeam(written) ? written : Position);
        return end;
    }

    // If only a seam is missing that no stream compares any more, the output waits for the end of the file, and a limit that counted from
    // the output would never move.
    private bool WaitsLongForSeam(long written)
    {
        if (written <= Position) return false;
        var isSame = _seamAwaited.Position == Position;
        var patience = _chain.IsBeingCompared(_map.FirstUnproven) ? SeamPatience : Interval;
        if (isSame && _time.GetElapsedTime(_seamAwaited.Since) < patience) return false;
        _seamAwaited = (Position, _time.GetTimestamp());
        return isSame;
    }

    private long Longest() => !_item.OutputWindowGrows ? _item.OutputWindow
        : OrderPolicy.Longest(_item.OutputWindow, FreeSpace.Of(_item.TargetPath), Math.Max(0, _map.BytesWritten - Passed));

    private void MoveLimit(long from)
    {
        lock (_moving)
        {
            _limit = Math.Max(_limit, from + _window);
            _queue.SetLimit(_limit);
        }
    }

    // Returns false if there is nothing to pass on.
    private async Task<bool> PassAsync(long end, CancellationToken cancellationToken)
    {
        var from = Position;
        if (end <= from) return false;
        var length = checked((int)Math.Min(Piece, end - from));
        var read = await _sink.ReadAsync(from, _buffer.AsMemory(0, length), cancellationToken).ConfigureAwait(false);
        if (read < length)
            throw new StorageException(StorageFailure.Failed, $"The spool of {_item.Sources[0]} ends at byte {from + read:N0}.");
        // Bytes that were discarded while they were read are not passed on.
        if (CheckPassed() < from + length) return true;
        await WriteAsync(
            token => _item.Output!.WriteAsync(_buffer.AsMemory(0, length), token).AsTask(), cancellationToken).ConfigureAwait(false);
        Interlocked.Exchange(ref _passed, from + length);
        Moved?.Invoke(from + length);
        return true;
    }

    // A pipe whose reader does not read blocks its writer, and the write cannot be cancelled: it is left behind.
    private async Task WriteAsync(Func<CancellationToken, Task> writeAsync, CancellationToken cancellationToken)
    {
        _isWriting = _hasBegun = true;
        try
        {
            await Task.Run(() => writeAsync(CancellationToken.None), CancellationToken.None)
                .WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _mayHaveMore = true;
            throw;
        }
        catch (Exception e)
        {
            throw new TransferException(
                FailureKind.Disk, $"The output of {_item.Sources[0]} cannot be written: {e.Message.TrimEnd('.')}.", e);
        }
        finally
        {
            _isWriting = false;
        }
    }

    // Returns the end of the bytes that are written without a gap.
    private long CheckPassed()
    {
        var written = _watch.Read(out var discardedFrom);
        if (discardedFrom >= Position || Passed == 0) return Math.Min(written, discardedFrom);
        throw new TransferException(FailureKind.Verification,
            $"{_item.Sources[0]}: data that was already written to the output was found to be doubtful, because ranges of the file do not "
                + "match or the file had to be restarted. Discard the output and run the command again, with --verify-first if this "
                + "repeats.");
    }
}
