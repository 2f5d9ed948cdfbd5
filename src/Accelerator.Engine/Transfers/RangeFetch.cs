using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// Fetches one range over one session: RETR, the seam below, the bytes, the seam above. What the server says along the way decides nothing;
/// counts and comparisons do.
/// </summary>
internal sealed class RangeFetch(FileTransfer file, TransferSource source, SegmentRun run, FtpSession session, WorkerContext context)
{
    // On Windows a receive costs by the size posted (page probing); on Linux fewer, larger reads are cheaper (performance.md, sections 5a and 5d).
    private static readonly int ReceiveSize = OperatingSystem.IsWindows() ? 256 << 10 : 1 << 20;

    private Fragment _fragment = null!;
    private RunWriter _writer = null!;
    private byte[]? _head;
    private int _headFilled;
    private long _claimed = run.Start;
    private long? _rangeEnd;
    private DataTransfer? _transfer;
    private bool _atEnd;

    /// <summary>Runs it to its end.</summary>
    /// <returns>Whether the session can be used again.</returns>
    public async Task<bool> RunAsync(CancellationToken cancellationToken)
    {
        (_fragment, var overlap) = file.Chain.Begin(run.Start);
        _writer = new RunWriter(file, context.Blocks, context.Time, cancellationToken);
        if (overlap == 0) _head = new byte[SeamSample.Length];
        try
        {
            try
            {
                await FetchAsync(overlap, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception e) when (IsDoubt(e))
            {
                file.RaiseDoubt();
                throw;
            }
            finally
            {
                await LetGoAsync().ConfigureAwait(false);
            }
            return await EndTransferAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SeamMismatchException or StartOfFileException && _transfer is not null)
        {
            // The next question, whether the file has changed, goes over this session: another one may not be had.
            await EndTransferAsync(cancellationToken).ConfigureAwait(false);
            throw;
        }
        finally
        {
            if (_transfer is not null) await _transfer.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Whether a failure casts doubt on more than its own range; then the worker settles it.</summary>
    public static bool IsDoubt(Exception failure) => failure is SeamMismatchException or StartOfFileException or ShortDataException;

    private async Task FetchAsync(int overlap, CancellationToken cancellationToken)
    {
        context.Meter.Set(run.Slot, StreamState.Requesting, file, run);
        _rangeEnd = PlanRangeEnd();
        _transfer = await session.RetrieveAsync(source.Path, run.Start - overlap, _rangeEnd, cancellationToken).ConfigureAwait(false);
        run.Abort = _transfer.Abort;
        if (run.IsRevoked) throw new RunRevokedException();
        await using var stop = cancellationToken.Register(() => _transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);

        if (overlap > 0) await CompareBelowAsync(overlap, cancellationToken).ConfigureAwait(false);
        file.BeginReceiving();
        try
        {
            context.Meter.Set(run.Slot, StreamState.Receiving, file, run);
            await CopyAsync(cancellationToken).ConfigureAwait(false);
            if (!_atEnd) await CompareAboveAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            file.EndReceiving();
        }
    }

    private async Task CopyAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (run.Position == _claimed && !Claim())
            {
                if (run.Position == file.Plan.Identity.Size) await ExpectEndAsync().ConfigureAwait(false);
                return;
            }

            var space = await _writer.SpaceAsync(run.Position).ConfigureAwait(false);
            var wanted = (int)Math.Min(Math.Min(space.Length, ReceiveSize), _claimed - run.Position);
            var allowed = context.Budget.IsLimited ? await context.Budget.TakeAsync(wanted, cancellationToken).ConfigureAwait(false) : wanted;
            var read = await _transfer!.ReadAsync(space[..allowed]).ConfigureAwait(false);
            context.Budget.Return(allowed - read);
            if (read == 0)
            {
                await EndOfDataAsync(cancellationToken).ConfigureAwait(false);
                return;
            }

            if (_head is not null) CollectHead(space.Span[..read]);
            _writer.Advance(read);
            run.Position += read;
            run.Received(read);
            file.Received(read);
        }
    }

    // A tenth of a second of the stream's rate: a slow stream holds on to little, a fast one takes the lock once a MiB.
    private bool Claim()
    {
        file.Chain.Grow(_fragment, run.Position);
        var wanted = (long)Math.Clamp(run.BytesPerSecond / 10, 64 << 10, Block.Size);
        if (run.BytesPerSecond == 0) wanted = 256 << 10;
        _claimed = file.Queue.Claim(run, wanted);
        return _claimed > run.Position;
    }

    // RANG gives exactly the asked bytes and a clean end. It needs an end that will not move: the start of a range that is already under way.
    private long? PlanRangeEnd()
    {
        if (!session.Traits.RangUsable || file.Plan.Identity.Size is not { } size || run.End == size || file.Chain.Above(run.End) is null) return null;
        return Math.Min(run.End + SeamSample.Length, size);
    }

    private async Task EndOfDataAsync(CancellationToken cancellationToken)
    {
        _atEnd = true;
        var reply = await _transfer!.CompleteAsync(cancellationToken).ConfigureAwait(false);
        // RANG ended where it was told to, and the range has grown since: what is left is given back.
        if (run.Position == _rangeEnd) return;
        if (file.Plan.Identity.Size is null && reply is { IsSuccess: true })
        {
            file.Queue.EndAt(run);
            file.FoundLength = run.Position;
            return;
        }
        var what = $"RETR {source.Path} at offset {run.Start}";
        if (_transfer.BytesRead == 0 && reply is { IsSuccess: false, IsPreliminary: false }) throw new FtpReplyException(what, "RETR", reply);
        if (reply is null or { IsSuccess: false }) throw new FtpConnectionException(FtpStage.Data, $"{what}: the data ended after {_transfer.BytesRead} bytes ({reply?.ToString() ?? "the control connection is lost"}).");
        throw new ShortDataException(what, _transfer.BytesRead, reply);
    }

    // The last range runs into the end of the file. More bytes mean that the file grew, or that the offset was not honoured.
    private async Task ExpectEndAsync()
    {
        var extra = await _transfer!.ReadAsync(new byte[1]).ConfigureAwait(false);
        if (extra > 0) throw new SeamMismatchException(run.Position, withEarlierRun: false, restIgnored: false);
        _atEnd = true;
        // Only the count shows it, and only for data that did not begin at 0.
        if (run.Start > 0 && _rangeEnd is null) file.Chain.ShowRest();
    }

    private void CollectHead(ReadOnlySpan<byte> bytes)
    {
        var part = bytes[..Math.Min(bytes.Length, _head!.Length - _headFilled)];
        part.CopyTo(_head.AsSpan(_headFilled));
        _headFilled += part.Length;
        if (_headFilled < _head.Length) return;
        if (_head.Length < SeamSample.FlatLength && run.Start > 0 && SeamSample.IsFlat(_head))
        {
            Array.Resize(ref _head, SeamSample.FlatLength);
            CollectHead(bytes[part.Length..]);
            return;
        }

        var head = _head;
        _head = null;
        file.Chain.OfferHead(_fragment, head);
        if (run.Start > 0 && !file.RepeatsItsHead && LooksLikeStart(head)) throw new StartOfFileException(run.Start);
    }

    private bool LooksLikeStart(ReadOnlySpan<byte> bytes) =>
        file.Chain.FileHead is { } start && bytes.Length >= start.Length && bytes[..start.Length].SequenceEqual(start);

    private async Task CompareBelowAsync(int overlap, CancellationToken cancellationToken)
    {
        var fromServer = await ReadAsync(overlap).ConfigureAwait(false);
        var fromDisk = new byte[overlap];
        await file.Part.Sink.ReadAsync(run.Start - overlap, fromDisk, cancellationToken).ConfigureAwait(false);
        if (file.Chain.Below(run.Start) is { } below) Judge(below, _fragment, fromDisk, fromServer);
    }

    private async Task CompareAboveAsync(CancellationToken cancellationToken)
    {
        if (file.Chain.Above(run.Position) is not { } above) return;

        byte[]? stored = null;
        if (above.IsRestored)
        {
            stored = new byte[(int)Math.Min(SeamSample.FlatLength, above.End - above.Start)];
            await file.Part.Sink.ReadAsync(above.Start, stored, cancellationToken).ConfigureAwait(false);
            if (stored.Length > SeamSample.Length && !SeamSample.IsFlat(stored.AsSpan(0, SeamSample.Length))) stored = stored[..SeamSample.Length];
        }
        else
        {
            // The stream above has not shown its first bytes yet. It will, or it lets go of its range; either completes this.
            await above.Arrived.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        if ((stored ?? above.Head) is not { } expected) return;
        var tail = await ReadAsync((int)Math.Min(expected.Length, (_rangeEnd ?? long.MaxValue) - run.Position)).ConfigureAwait(false);
        file.Chain.Grow(_fragment, run.Position);
        Judge(_fragment, above, tail, expected);
    }

    private void Judge(Fragment lower, Fragment upper, byte[] fromLower, byte[] fromUpper)
    {
        var verdict = file.Chain.Settle(lower, upper, fromLower, fromUpper);
        if (verdict == SeamVerdict.Equal && file.Checkpointer is { RestHonoured: null } checkpointer) checkpointer.RestHonoured = true;
        if (verdict != SeamVerdict.Different) return;
        if (_rangeEnd is not null) session.Traits.RefuseRang();
        var fetched = ReferenceEquals(upper, _fragment) ? fromUpper : fromLower;
        throw new SeamMismatchException(upper.Start, lower.IsRestored || upper.IsRestored, LooksLikeStart(fetched));
    }

    private async Task<byte[]> ReadAsync(int length)
    {
        var bytes = new byte[length];
        var filled = 0;
        while (filled < length)
        {
            var read = await _transfer!.ReadAsync(bytes.AsMemory(filled)).ConfigureAwait(false);
            if (read == 0) break;
            filled += read;
            run.Received(read);
            file.Received(read);
        }
        return filled == length ? bytes : bytes[..filled];
    }

    // The range is given back before the connection is wound up: another stream can take what is left while this one waits for its 426.
    private async Task LetGoAsync()
    {
        run.Abort = null;
        try
        {
            await _writer.DrainAsync().ConfigureAwait(false);
            file.Chain.Grow(_fragment, run.Position);
            if (_headFilled > 0 && _head is not null) file.Chain.OfferHead(_fragment, _head[.._headFilled]);
        }
        finally
        {
            file.Chain.Close(_fragment);
            file.Queue.Release(run);
            context.WorkChanged.Set();
        }
    }

    private async Task<bool> EndTransferAsync(CancellationToken cancellationToken)
    {
        if (!_atEnd) return await _transfer!.AbandonAsync(cancellationToken).ConfigureAwait(false);
        await _transfer!.CompleteAsync(cancellationToken).ConfigureAwait(false);
        return session.IsUsable;
    }
}
