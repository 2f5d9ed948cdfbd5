using System.Collections.Concurrent;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Copies one file in segments over many pairs of sessions at once, and compares the offsets where segments meet. The copy continues
/// without a pair that cannot be opened or is refused; a piece that fails is sent again, alone.
/// </summary>
internal sealed class FxpWorkerPool(FxpRequest request, FxpPlan plan, FxpSite source, FxpSite destination, FxpJournal journal,
    IProgress<FxpEvent> events, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan LateInterval = TimeSpan.FromSeconds(5);

    private readonly FxpSegments _segments = plan.Segments ?? throw new ArgumentException("The plan has no segments.", nameof(plan));
    private readonly FxpSegmentQueue _queue = new(plan.Segments!, FxpPolicy.Samples(plan));
    private readonly ConcurrentDictionary<long, int> _failures = new();
    private readonly ConcurrentDictionary<ByteRange, TaskCompletionSource<byte[]?>> _sent = new();
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SemaphoreSlim _writing = new(1);
    private double _slowest;

    /// <summary>Copies the missing bytes, and compares.</summary>
    /// <param name="held">The first pair; the others are opened while it works.</param>
    /// <param name="cancellationToken">Stops it: ABOR is sent to both servers of every pair.</param>
    /// <exception cref="FxpOneStreamException">The servers do not support this, or a sample differs from the source.</exception>
    /// <exception cref="FtpException">A piece could not be sent or compared, despite retries.</exception>
    public async Task RunAsync(FxpSessionLease held, CancellationToken cancellationToken)
    {
        if (_segments.Kept.Count > 0) _begun.TrySetResult();
        await NoteAsync(cancellationToken).ConfigureAwait(false);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failures = new ConcurrentQueue<Exception>();
        var removed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await Task.WhenAll(Enumerable.Range(0, _segments.Pairs).Select(i => i == 0 ? LeadAsync() : FollowAsync())).ConfigureAwait(false);
        // However this run ends, record what is complete so that it is not sent again.
        if (!failures.IsEmpty || cancellationToken.IsCancellationRequested) await NoteAsync(CancellationToken.None).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (failures.TryPeek(out var first)) System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(first);

        // The one indispensable pair: when it ends, everything is done, or nothing more can be, and no other pair needs to wait for a
        // session.
        async Task LeadAsync()
        {
            await KeepingFailureAsync(BeginAsync).ConfigureAwait(false);
            await stop.CancelAsync().ConfigureAwait(false);
        }

        async Task BeginAsync()
        {
            foreach (var path in plan.Removes)
                await new FxpDestination(held.Destination, time).RemoveAsync(path, stop.Token).ConfigureAwait(false);
            removed.SetResult();
            await WorkAsync(held, isLeader: true, stop.Token).ConfigureAwait(false);
        }

        async Task FollowAsync()
        {
            var own = new FxpSessionLease(source, destination);
            await using var giving = own.ConfigureAwait(false);
            if (await HasPairAsync(own, stop.Token).ConfigureAwait(false))
                await KeepingFailureAsync(() => JoinAsync(own)).ConfigureAwait(false);
        }

        // The pair logs in while old partial files are removed, but works only after that: the removal would delete what it had just begun.
        async Task JoinAsync(FxpSessionLease own)
        {
            await removed.Task.WaitAsync(stop.Token).ConfigureAwait(false);
            await WorkAsync(own, isLeader: false, stop.Token).ConfigureAwait(false);
        }

        async Task KeepingFailureAsync(Func<Task> work)
        {
            try
            {
                await work().ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                // The run was stopped, or another pair has failed or was the last.
            }
            catch (Exception e) when (e is FtpException or FxpOneStreamException or TransferException)
            {
                failures.Enqueue(e);
                await stop.CancelAsync().ConfigureAwait(false);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _writing.Dispose();

    private static async Task<bool> HasPairAsync(FxpSessionLease own, CancellationToken cancellationToken)
    {
        try
        {
            await own.HoldAtOnceAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            // The other pairs do its work.
            return false;
        }
    }

    private async Task WorkAsync(FxpSessionLease held, bool isLeader, CancellationToken cancellationToken)
    {
        while (await _queue.TakeAsync(() => ReadAheadAsync(held, cancellationToken), cancellationToken).ConfigureAwait(false) is { } work)
        {
            var isDone = false;
            try
            {
                await (isLeader ? held.HoldAsync(cancellationToken) : held.HoldAtOnceAsync(cancellationToken)).ConfigureAwait(false);
                await (work.IsSample ? CompareAsync(held, work.Range, cancellationToken)
                    : CopyAsync(held, work.Range, cancellationToken)).ConfigureAwait(false);
                isDone = true;
            }
            catch (FtpException e)
            {
                var tries = _failures.AddOrUpdate(work.Range.Start, 1, static (_, before) => before + 1);
                if (!await MayGoOnAsync(e, work.Range, tries, isLeader, cancellationToken).ConfigureAwait(false)) return;
            }
            finally
            {
                if (isDone) _queue.Finish(work.Range, work.IsSample);
                else _queue.GiveBack(work.Range, work.IsSample);
            }
            if (work.IsSample) continue;
            await NoteAsync(cancellationToken).ConfigureAwait(false);
            events.Report(new FxpEvent.Progress(plan.Item, _queue.Done.Sum(range => range.Length), plan.Size));
        }
    }

    // Returns whether this pair continues. Where no pair should, rethrows the failure.
    private async Task<bool> MayGoOnAsync(
        FtpException failure, ByteRange range, int tries, bool isLeader, CancellationToken cancellationToken)
    {
        // The file was not begun, and beginning it again truncates it: the failure means the same as for one stream.
        if (range.Start == 0) throw failure;
        var fate = failure is FxpException named
            ? FxpSegmentPolicy.Judge(named, tries) : tries < FxpSegmentPolicy.MostTries ? FxpSegmentFate.Again : FxpSegmentFate.GiveUp;
        switch (fate)
        {
            case FxpSegmentFate.OneStream:
                throw new FxpOneStreamException(failure is FxpException { Side: FxpSide.Destination },
                    $"{FxpAdvice.Sentence(failure)} The servers do not copy this file in segments.", failure);
            case FxpSegmentFate.GiveUp:
                throw failure;
            case FxpSegmentFate.FewerPairs when !isLeader:
                return false;
        }
        events.Report(new FxpEvent.Notice(
            NoticeKind.Retry, $"{FxpAdvice.Sentence(failure)} {ByteText.Size(range.Length)} are sent again."));
        await Task.Delay(RetryLimits.Default.Pause(tries), time, cancellationToken).ConfigureAwait(false);
        return true;
    }

    private async Task CopyAsync(FxpSessionLease held, ByteRange range, CancellationToken cancellationToken)
    {
        var copy = new FxpCopy
        {
            From = plan.Item.From,
            To = plan.Part,
            Offset = range.Start,
            End = range.End,
            Turn = static () => Task.CompletedTask,
            // The first byte begins the file, and truncates it: data stored before the destination has opened the file for it would be
            // lost.
            Gate = range.Start == 0 ? null : _begun.Task,
            Stored = range.Start == 0 ? () => _begun.TrySetResult() : null,
            Passive = plan.Passive,
            Protection = plan.Protection,
            Longest = FxpPolicy.Longest(range.Length),
        };
        var began = time.GetTimestamp();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var copying = new FxpPair(held.Source, new FxpDestination(held.Destination, time), request.Timeouts, time).CopyAsync(
            copy, stop.Token);
        try
        {
            // Nothing else shows from here that a data connection between the two servers has died.
            while (await Task.WhenAny(copying, Task.Delay(LateInterval, time, stop.Token)).ConfigureAwait(false) != copying
                && !stop.IsCancellationRequested)
            {
                if (FxpSegmentPolicy.IsLate(range.Length, time.GetElapsedTime(began), Volatile.Read(ref _slowest)))
                    await stop.CancelAsync().ConfigureAwait(false);
            }
            await copying.ConfigureAwait(false);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new FxpException(FxpStep.Data, FxpSide.Destination, null,
                $"{request.Destination.Describe(plan.Part)}: a segment took much longer than expected from the other segments, "
                    + "so the transfer was aborted", e) { IsStoring = true };
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
        }
        NoteRate(range.Length / Math.Max(0.001, time.GetElapsedTime(began).TotalSeconds));
    }

    private void NoteRate(double rate)
    {
        lock (_failures)
        {
            // The first byte spends its time in round trips, so its rate means nothing.
            if (rate > 1024 && (_slowest == 0 || rate < _slowest)) Volatile.Write(ref _slowest, rate);
        }
    }

    // A pair that is idle before the last pieces are complete reads the source's side of their samples meanwhile: this saves four round
    // trips at the end. Whether the source is still the same file is checked when everything is complete.
    private async Task<bool> ReadAheadAsync(FxpSessionLease held, CancellationToken cancellationToken)
    {
        if (_queue.TakeAhead() is not { } range) return false;
        var reading = _sent.GetOrAdd(
            range, static _ => new TaskCompletionSource<byte[]?>(TaskCreationOptions.RunContinuationsAsynchronously));
        try
        {
            await FxpSeam.ReadAsync(held.Source, plan.Item.From, range, cancellationToken,
                bytes => reading.TrySetResult(bytes)).ConfigureAwait(false);
            return held.Source.IsUsable;
        }
        catch (FtpException)
        {
            // The next work item will show the reason.
            return false;
        }
        finally
        {
            reading.TrySetResult(null);
        }
    }

    private async Task CompareAsync(FxpSessionLease held, ByteRange range, CancellationToken cancellationToken)
    {
        var ahead = _sent.TryGetValue(range, out var reading)
            ? await reading.Task.WaitAsync(cancellationToken).ConfigureAwait(false) : null;
        var sent = ahead is null ? FxpSeam.ReadAsync(held.Source, plan.Item.From, range, cancellationToken)
            : Task.FromResult<byte[]?>(ahead);
        var verdict = await FxpSeam.CompareAsync(sent, held.Destination, plan.Part, range, cancellationToken).ConfigureAwait(false);
        if (verdict is SeamVerdict.Equal or SeamVerdict.Flat) return;
        var part = request.Destination.Describe(plan.Part);
        throw verdict == SeamVerdict.Different
            ? new FxpOneStreamException(isDestination: true,
                $"{part} differs from the source in {range}, although both servers reported every segment as complete.")
            : new FxpOneStreamException(
                isDestination: false, $"{part} cannot be read in {range}, so it could not be verified that the segments are at the "
                    + "right offsets.");
    }

    private async Task NoteAsync(CancellationToken cancellationToken)
    {
        await _writing.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var record = FxpRecord.Begin(request, plan, time.GetUtcNow())
                with { IsSegmented = true, Done = _queue.Done, IsInProgress = true };
            await journal.WriteAsync(record, events, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _writing.Release();
        }
    }
}
