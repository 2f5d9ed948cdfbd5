using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// Fetches one range over one session: RETR, the seam below, the bytes, the seam above. The server's replies in between decide nothing;
/// counts and comparisons do.
/// </summary>
internal sealed class RangeFetch(OpenFile file, Route route, SegmentRun run, FtpSession session, FetchPlace? place, WorkerContext context)
{
    // Windows charges a receive by the buffer size posted (page probing); on Linux fewer, larger reads are cheaper.
    private static readonly int ReceiveSize = OperatingSystem.IsWindows() ? 256 << 10 : 1 << 20;

    private static readonly TimeSpan LimitCheck = TimeSpan.FromMilliseconds(100);

    // A stream that lost its range at the front takes it again after a pause of half a second.
    private static readonly TimeSpan LongestHold = TimeSpan.FromSeconds(2);

    private readonly TransferSource _source = route.SourceOf(file.Item);
    private readonly int _index = file.Sources.IndexOf(route);
    private Fragment _fragment = null!;
    private RunWriter _writer = null!;
    private SeamCheck _seams = null!;
    private long _claimed = run.Start;
    private DataTransfer? _transfer;
    private OffsetProbe? _offsets;
    private bool _atEnd;

    /// <summary>Runs the fetch to its end.</summary>
    /// <returns>Whether the session can be reused.</returns>
    public async Task<bool> RunAsync(CancellationToken cancellationToken)
    {
        if (!file.Sources.Runs.TryBegin(run, _index))
        {
            file.Queue.Release(run);
            return true;
        }
        (_fragment, var overlap) = file.Chain.Begin(run.Start, _index);
        _writer = new RunWriter(file, _fragment, context.Blocks, context.Time, cancellationToken);
        _seams = new SeamCheck(file, run, _fragment, _writer, session, keepsHead: overlap == 0, Received);
        try
        {
            route.Gate.Asked();
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
                await ReleaseAsync().ConfigureAwait(false);
            }
            return await EndTransferAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SeamMismatchException or StartOfFileException or OffsetDoubtException)
        {
            session.Traits.DoubtRestTogether();
            try
            {
                // The next query, whether the file has changed, uses this session: another one may not be available.
                await EndTransferAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (Exception lost) when (lost is FtpException or OperationCanceledException)
            {
                // The mismatch is the failure to handle, and the doubt that it raised is settled with it.
            }
            throw;
        }
        finally
        {
            if (_transfer is not null) await _transfer.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Returns whether a failure casts doubt on more than its own range; then the worker settles it.</summary>
    public static bool IsDoubt(Exception failure) =>
        failure is SeamMismatchException or StartOfFileException or OffsetDoubtException or ShortDataException;

    private async Task FetchAsync(int overlap, CancellationToken cancellationToken)
    {
        context.Meter.Set(run.Slot, StreamState.Requesting, file.Transfer, run);
        context.Notify(run.IsStolen ? StreamEventKind.Stole : StreamEventKind.Took, run.Slot, file.Transfer, run);
        file.Receipts.Ask();
        await AwaitTurnAsync(cancellationToken).ConfigureAwait(false);
        if (ShowsOffsets)
        {
            _offsets = await OffsetProbe.ReadAsync(
                session, _source.Path, run.End, run.Start, file.Map.Wanted, cancellationToken).ConfigureAwait(false);
        }
        await StartAsync(overlap, cancellationToken).ConfigureAwait(false);
        if (context.Request.Multipath && route.Announce(_transfer!.PathFacts().Multipath) is { } sentence)
            context.Notice(NoticeKind.Multipath, sentence);
        if (_transfer!.Modified is { } modified) file.Transfer.Learn(modified);
        if (run.IsRevoked || file.Sources.Runs.IsBarred(_index)) throw new RunRevokedException();
        await using var stop = cancellationToken.Register(
            () => _transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);

        var isAll = run.Start == 0 && (file.Plan.Identity.Size ?? run.End) == run.End;
        var isFollowed = file.Transfer.IsSmall && isAll && context.Files.HasUnbegun;
        if (isFollowed) await session.PrepareBehindAsync(cancellationToken).ConfigureAwait(false);
        if (overlap > 0) await _seams.CompareBelowAsync(_transfer, overlap, cancellationToken).ConfigureAwait(false);
        file.Receipts.Begin();
        try
        {
            await CopyAsync(cancellationToken).ConfigureAwait(false);
            if (!_atEnd) await _seams.CompareAboveAsync(_transfer, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            file.Receipts.End();
        }
    }

    // From here to the first byte it is a whole number of round trips: the bursts of the streams stay as far apart as these moments.
    private async ValueTask AwaitTurnAsync(CancellationToken cancellationToken)
    {
        if (file.Transfer.IsSmall) return;
        var wait = route.Spacing.Next(route.RoundTrip, Math.Max(file.Plan.InitialStreams, place?.Streams ?? 0));
        if (wait > TimeSpan.Zero) await Task.Delay(wait, context.Time, cancellationToken).ConfigureAwait(false);
    }

    // A server may accept RETR and send no reply, not even 150: from the first command on, the range can be taken from this stream.
    private async Task StartAsync(int overlap, CancellationToken cancellationToken)
    {
        // A mirror uses the time to detect changes on the next run. For a large file the time was queried before.
        var isTimed = file.Transfer is { IsSmall: true, Modified: null } && run.Start == 0 && overlap == 0;
        // Not disposed: it holds no handle, and an abort may arrive late.
        var stop = new CancellationTokenSource();
        await using var linked = cancellationToken.Register(stop.Cancel).ConfigureAwait(false);
        Exception? aborted = null;
        run.IsAsked = () => session.AwaitsStart || _transfer is not null;
        run.Abort = reason =>
        {
            if (Interlocked.CompareExchange(ref aborted, reason, null) is null) _ = stop.CancelAsync();
        };
        try
        {
            _transfer = await (isTimed
                ? session.RetrieveTimedAsync(_source.Path, stop.Token)
                : session.RetrieveAsync(
                    _source.Path, run.Start - overlap, PlanRangeEnd(), isBulk: !file.Transfer.IsSmall, stop.Token)).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (aborted is not null && !cancellationToken.IsCancellationRequested)
        {
            throw aborted;
        }
        run.Abort = _transfer.Abort;
        if (aborted is not null) throw aborted;
    }

    private async Task CopyAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (run.Position == _claimed && !await ClaimAsync(cancellationToken).ConfigureAwait(false))
            {
                if (run.Position == file.Plan.Identity.Size) await ExpectEndAsync().ConfigureAwait(false);
                return;
            }

            var space = await _writer.SpaceAsync(run.Position).ConfigureAwait(false);
            var wanted = checked((int)Math.Min(Math.Min(space.Length, ReceiveSize), _claimed - run.Position));
            var allowed = context.Budget.IsLimited ? await WaitForLimitAsync(wanted, cancellationToken).ConfigureAwait(false) : wanted;
            var last = run.End == file.Plan.Identity.Size ? long.MaxValue : run.End + SeamSample.Length - run.Position;
            var most = file.Transfer.IsSmall ? long.MaxValue : WindowPolicy.Most(route.Carries, route.RoundTrip, route.Gate.Asking);
            _transfer!.Want(last, most);
            var read = await _transfer!.ReadAsync(space[..allowed]).ConfigureAwait(false);
            context.Budget.Return(allowed - read);
            if (read == 0)
            {
                await EndOfDataAsync(cancellationToken).ConfigureAwait(false);
                return;
            }

            Received(read);
            _seams.Collect(space.Span[..read]);
            _writer.Advance(read);
            run.Position += read;
        }
    }

    // A stream that is throttled by the user's limit is not silent.
    private async ValueTask<int> WaitForLimitAsync(int wanted, CancellationToken cancellationToken)
    {
        run.IsHeldBack = true;
        try
        {
            return await context.Budget.TakeAsync(wanted, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            run.Resume(context.Time.GetTimestamp());
        }
    }

    private void Received(int bytes)
    {
        if (run.FirstByteAt == 0) BeginReceiving();
        run.Received(bytes);
        file.Receipts.Add(bytes);
    }

    private void BeginReceiving()
    {
        run.FirstByteAt = context.Time.GetTimestamp();
        if (run.Start > 0) file.Transfer.FailureBudget.NoteOffsetServed();
        route.Gate.Flows();
        context.Meter.Set(run.Slot, StreamState.Receiving, file.Transfer, run);
        context.Notify(StreamEventKind.FirstByte, run.Slot, file.Transfer, run);
    }

    // Claim a tenth of a second at the stream's rate: a slow stream holds little, a fast one takes the lock once per MiB.
    private bool Claim()
    {
        var wanted = (long)Math.Clamp(run.BytesPerSecond / 10, 64 << 10, Block.Size);
        if (run.BytesPerSecond == 0) wanted = 256 << 10;
        _claimed = file.Queue.Claim(run, wanted);
        return _claimed > run.Position;
    }

    private async ValueTask<bool> ClaimAsync(CancellationToken cancellationToken)
    {
        if (Claim()) return true;
        if (!file.Queue.IsAtLimit(run)) return false;
        // The reader may need the bytes in the block, and other streams its memory.
        await _writer.DrainAsync().ConfigureAwait(false);
        await WaitForReaderAsync(cancellationToken).ConfigureAwait(false);
        return Claim();
    }

    // The connection stays open meanwhile, and TCP stops its sender.
    private async Task WaitForReaderAsync(CancellationToken cancellationToken)
    {
        var began = context.Time.GetTimestamp();
        run.IsHeldBack = true;
        try
        {
            while (true)
            {
                var next = file.Queue.LimitChanged.Next;
                if (!file.Queue.IsAtLimit(run)) return;
                if (file.Sources.Runs.IsBarred(_index)) throw new RunRevokedException();
                if (context.Time.GetElapsedTime(began) >= LongestHold) file.Queue.YieldToFront(run);
                await WakeSignal.WaitAsync(next, LimitCheck, context.Time, cancellationToken).ConfigureAwait(false);
                cancellationToken.ThrowIfCancellationRequested();
                if (next.IsCompleted) began = context.Time.GetTimestamp();
            }
        }
        finally
        {
            run.Resume(context.Time.GetTimestamp());
        }
    }

    // RANG delivers exactly the requested bytes and a clean end. If the end moves after all: when lowered, the connection is closed early
    // as without RANG; when raised, the rest becomes a range of its own.
    private long? PlanRangeEnd()
    {
        if (!session.Traits.RangUsable || file.Plan.Identity.Size is not { } size || run.End == size) return null;
        return Math.Min(run.End + SeamSample.Length, size);
    }

    private async Task EndOfDataAsync(CancellationToken cancellationToken)
    {
        _atEnd = true;
        var reply = await _transfer!.CompleteAsync(cancellationToken).ConfigureAwait(false);
        // RANG ended as requested, and the range has grown since: the rest is released.
        if (run.Position == _transfer.RangeEnd)
        {
            session.Traits.ProveRang();
            return;
        }
        var what = $"RETR {_source.Path} at offset {run.Start}";
        if (file.Plan.Identity.Size is null && _transfer.IsEndConfirmed)
        {
            RequireAnnounced(what);
            file.Queue.EndAt(run);
            file.FoundLength = run.Position;
            return;
        }
        if (_transfer.TlsRefusal is { } refusal) throw refusal;
        if (_transfer.BytesRead == 0 && reply is { IsSuccess: false, IsPreliminary: false })
            throw new FtpReplyException(what, "RETR", reply);
        if (reply is null or { IsSuccess: false } || file.Plan.Identity.Size is null)
            throw new FtpConnectionException(FtpStage.Data,
                $"{what}: the data ended after {_transfer.BytesRead:N0} bytes "
                    + $"({(reply is null ? "the control connection is lost" : _transfer.EndText)}).");
        throw new ShortDataException(what, _transfer.BytesRead, reply);
    }

    // Without a size, the number in the 150 is the only one that the end of the data can be compared with. Behind an offset it may be that
    // of the whole file or of its rest: only fewer bytes than both mean that some are missing.
    private void RequireAnnounced(string what)
    {
        if (_transfer!.Announced is not { } announced || run.Position >= announced) return;
        var failure = new FtpConnectionException(FtpStage.Data,
            $"{what}: the data ended at byte {run.Position:N0}, but the server announced {announced:N0} bytes ({_transfer.Opening}).");
        if (file.Transfer.FailureBudget.CountEndAt(run.Position) <= 2) throw failure;
        throw new TransferException(FailureKind.SourceChanged,
            $"{failure.Message} It ended there three times. If the file is still being written, wait until it is complete.", failure);
    }

    // The last range runs to the end of the file. More bytes mean that the file grew, or that the offset was not honoured.
    private async Task ExpectEndAsync()
    {
        var extra = await _transfer!.ReadAsync(new byte[1]).ConfigureAwait(false);
        if (extra > 0) throw new SeamMismatchException(run.Position, withEarlierRun: false, restIgnored: false);
        _atEnd = true;
        file.FoundLength = run.Position;
        // Only the byte count shows that REST works, and only for data that did not begin at 0.
        if (run.Start == 0 || _transfer!.RangeEnd is not null) return;
        if (_offsets is not null) await CompareOffsetsAsync(_offsets).ConfigureAwait(false);
        file.Chain.ShowRest(_index);
    }

    // Nothing joins a part to byte 0, so that its offsets need more evidence than the number of bytes.
    private bool ShowsOffsets => file.Map.First > 0 && run.Start > 0 && run.End == file.Plan.Identity.Size;

    private async Task CompareOffsetsAsync(OffsetProbe offsets)
    {
        await _writer.DrainAsync().ConfigureAwait(false);
        var last = new byte[checked((int)(run.End - run.Start))];
        await file.Part.Sink.ReadAsync(run.Start, last, CancellationToken.None).ConfigureAwait(false);
        if (offsets.Judge(last) is null) file.HasDoubtfulOffset = true;
    }

    // Release the range before closing the connection: another stream can take the rest while this one waits for its 426.
    private async Task ReleaseAsync()
    {
        run.Abort = null;
        var kind = _atEnd ? StreamEventKind.Completed : StreamEventKind.CutShort;
        if (run.FirstByteAt != 0 && run.Position == run.End) context.Notify(kind, run.Slot, file.Transfer, run);
        try
        {
            await _writer.DrainAsync().ConfigureAwait(false);
            _seams.OfferShortHead();
        }
        finally
        {
            file.Chain.Close(_fragment);
            file.Queue.Release(run);
            file.Sources.Runs.End(run);
            route.Gate.Ended(flowed: run.FirstByteAt != 0);
            place?.Leave();
            context.WorkChanged.Set();
        }
    }

    private async Task<bool> EndTransferAsync(CancellationToken cancellationToken)
    {
        if (!_atEnd)
        {
            var isClean = await _transfer!.AbandonAsync(cancellationToken).ConfigureAwait(false);
            session.Traits.NoteEarlyClose(isClean);
            return isClean;
        }
        await session.TakePreparedAsync(
            await _transfer!.CompleteAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
        return session.IsUsable;
    }
}

/// <summary>The data ended before the range did, although the connection was closed in good order.</summary>
internal sealed class ShortDataException(string what, long received, FtpReply? reply)
    : Exception($"{what}: the data ended after {received:N0} bytes; the server said {reply?.ToString() ?? "nothing"}.");
