using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// Handles the failures of a stream: classifies them (<see cref="FailurePolicy"/>), gives up the session or the file, restarts the file, or
/// rethrows the failure for a retry after a pause.
/// </summary>
internal sealed class Recovery(int slot, Route route, HeldSession session, WorkerContext context)
{
    private FileTransfer? _file;

    /// <summary>The minimum pause before the next try, based on the failures of all streams of the file.</summary>
    public TimeSpan Pause => _file?.FailureBudget.Pause ?? TimeSpan.Zero;

    /// <summary>Cleans up after a failure.</summary>
    /// <exception cref="Ftp.FtpException">The failure itself, if it is to be retried after a pause.</exception>
    public async Task HandleAsync(Exception failure, WorkItem work, CancellationToken cancellationToken)
    {
        try
        {
            await PutRightAsync(failure, work, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            await FileEnding.FailAsync(work.File!, e.Kind, e.Message, context).ConfigureAwait(false);
        }
        finally
        {
            if (work.Kind is WorkKind.Fetch or WorkKind.Finish && RangeFetch.IsDoubt(failure)) work.File?.Open?.SettleDoubt();
        }
    }

    private void EndUnbegun(string full)
    {
        var ended = context.Files.EndUnbegun(
            item => FileEnding.FailureOf(item, FailureKind.Disk,
                $"{item.TargetPath} was not begun, because {full} does not fit on the disk. Free some space and try again."));
        foreach (var result in ended) context.Events.Report(new TransferEvent.Finished(result));
    }

    private async Task PutRightAsync(Exception failure, WorkItem work, CancellationToken cancellationToken)
    {
        var file = _file = work.File!;
        var open = file.Open;
        if (open?.Sources.ReplicaOf(route) is { } replica && ReplicaRecovery.IsOfSource(failure))
        {
            _file = null;
            var recovery = new ReplicaRecovery(open, replica, session, context, NotifyRetry);
            await recovery.HandleAsync(failure, work, cancellationToken).ConfigureAwait(false);
            return;
        }
        if (work.Kind == WorkKind.Finish && failure is (TransferException or StorageException))
        {
            // While the session is being closed, no other stream may find the file unfinished and publish it again.
            await FileEnding.FailAsync(file, session.Judge(failure).Kind, failure.Message, context).ConfigureAwait(false);
            await session.LoseDeadAsync().ConfigureAwait(false);
            return;
        }
        if (work.Kind == WorkKind.Finish) file.TryEnter(FileStage.Finishing, FileStage.Fetching);
        if (open is not null && await ClearUpAsync(failure, work, open, cancellationToken).ConfigureAwait(false)) return;
        if (failure is FtpConnectionException { Stage: FtpStage.Data } && work is { Kind: WorkKind.Fetch, Run.IsGivenUp: false })
            context.Meter.NoteDeath(slot);
        if (failure is ShortDataException) failure = new FtpConnectionException(FtpStage.Data, failure.Message, failure);

        var verdict = session.Judge(failure);
        if (IsOfFile(failure, verdict, file))
        {
            if (context.Files.Refusals.PutBack(file, out var pause))
            {
                file.IsRefused = true;
                await FileEnding.FailAsync(file, FailureKind.Network, failure.Message, context).ConfigureAwait(false);
            }
            else NotifyRetry(failure, pause);
            return;
        }
        if (verdict.Action == FailureAction.LowerCeiling)
        {
            if (await session.LoseToLimitAsync(failure).ConfigureAwait(false))
                await RetryAsync(failure, verdict.Kind, work, file, cancellationToken).ConfigureAwait(false);
            return;
        }
        await session.LoseDeadAsync().ConfigureAwait(false);
        if (verdict.Action == FailureAction.GiveUp)
        {
            if (failure is StorageException { Reason: StorageFailure.Full } && context.Request.EndsWhenFull)
                EndUnbegun(file.Item.TargetPath);
            await FileEnding.FailAsync(file, verdict.Kind, failure.Message, context).ConfigureAwait(false);
            return;
        }
        var withoutRest = verdict.Action == FailureAction.WithoutRest;
        if (open is not null && (withoutRest || (open.Queue.IsSingle && work.Kind == WorkKind.Fetch && !MayContinue(open))))
            await Handler(work, open).GoSingleAsync(failure.Message, withoutRest, cancellationToken).ConfigureAwait(false);
        if (withoutRest) return;
        await RetryAsync(failure, verdict.Kind, work, file, cancellationToken).ConfigureAwait(false);
    }

    // With a session alone, no limit is met. The ranges of the only file of a run may meet one before its first byte arrives.
    private bool IsOfFile(Exception failure, FailureVerdict verdict, FileTransfer file) =>
        file.BytesFetched == 0 && FailurePolicy.MayRefuseFile(failure)
            && (verdict.Action == FailureAction.Retry || (context.Files.Count > 1 && !context.Files.Refusals.IsLimit(file)));

    // A file of unknown size comes in one stream, though the server may honour REST: the overlap with the bytes that are there tells.
    private static bool MayContinue(OpenFile open) =>
        open is { Plan.Identity.Size: null, IsRestRefuted: false } && open.Map.FirstUnproven > 0;

    private async Task RetryAsync(
        Exception failure, FailureKind kind, WorkItem work, FileTransfer file, CancellationToken cancellationToken)
    {
        // Bytes arrived: the try was not fruitless, and the next one starts with a fresh count, but not at once.
        if (work.Run is { } run && run.Position > run.Start)
        {
            NotifyRetry(failure, TimeSpan.Zero);
            await RetryPipeline.PauseBrieflyAsync(context.Time, cancellationToken).ConfigureAwait(false);
            return;
        }

        if (file.FailureBudget.IsOver(file.Open?.Map.BytesWritten ?? 0))
            await FileEnding.FailAsync(file, kind, failure.Message, context).ConfigureAwait(false);
        else
            throw failure;
    }

    /// <summary>Finds the cause of a mismatch.</summary>
    /// <returns>Whether the failure is fully handled; otherwise it is classified like any other.</returns>
    private async Task<bool> ClearUpAsync(Exception failure, WorkItem work, OpenFile file, CancellationToken cancellationToken)
    {
        var source = route.SourceOf(file.Item);
        var handler = Handler(work, file);
        switch (failure)
        {
            case RunRevokedException:
                await session.LoseAsync().ConfigureAwait(false);
                return true;
            case StartOfFileException e:
                await ProbeAsync(file, e, handler, cancellationToken).ConfigureAwait(false);
                return true;
            case OffsetDoubtException:
                await handler.GoSingleAsync(failure.Message, restRefuted: false, cancellationToken).ConfigureAwait(false);
                return true;
            case SeamMismatchException { Dispute.HasReplica: true } e:
                ReplicaRecovery.Raise(file, e, work, context);
                return true;
            case SeamMismatchException e:
                await handler.HandleAsync(e, source, await UseAsync().ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
                return true;
            case ShortDataException:
                await handler.CheckUnchangedAsync(source, await UseAsync().ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
                return await EndShortAsync(failure, work, file, source, handler, cancellationToken).ConfigureAwait(false);
            case FtpReplyException { SessionUsable: true } e when work.Run is { Start: > 0 } && FailurePolicy.RefusesToRestart(e):
                // The file may be gone; then RETR is refused at any offset.
                await handler.CheckUnchangedAsync(source, await UseAsync().ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
                // The offset may be beyond the end of the file.
                if (file.Plan.IsSizeListed)
                    await FileEnding.UnlistAsync(
                        file, $"the server refuses to send from byte {work.Run!.Start:N0}, although its listing reports "
                            + $"{file.Length:N0} bytes",
                        context).ConfigureAwait(false);
                else await handler.GoSingleAsync(e.Message, restRefuted: true, cancellationToken).ConfigureAwait(false);
                return true;
            // While bytes arrive, the refusal may be the server's limit of transfers.
            case FtpReplyException e when work.Run is { Start: > 0 } && FailurePolicy.RefusesOffsetForNow(e) && route.Gate.Flowing == 0
                && file.Transfer.FailureBudget.IsOffsetRefused():
                await handler.GoSingleAsync(e.Message, restRefuted: false, cancellationToken).ConfigureAwait(false);
                return true;
            default:
                return false;
        }

        ValueTask<FtpSession> UseAsync() => session.UseAsync(cancellationToken);
    }

    // The data ends before the size reported by the server or its listing. Returns false if the failure is to be classified like any other.
    private async Task<bool> EndShortAsync(
        Exception failure, WorkItem work, OpenFile file, TransferSource source, MismatchHandler handler,
        CancellationToken cancellationToken)
    {
        if (work.Run is not { } run) return false;
        var isSingle = file.Queue.IsSingle;
        // While there are bytes that no chain of seams reaches, the offsets may be wrong rather than the size; equal seams between ranges
        // that are all shifted by the same length verify nothing. While other streams fetch, the bytes may still be joined.
        var isProven = isSingle || file.Map.FirstUnproven - file.Map.First >= file.Map.BytesWritten;
        // Another stream has restarted the file while this one asked for its size: the range and its offset are gone.
        if (run.Generation != file.Queue.Generation) return true;
        if ((file.Plan.IsSizeListed && isSingle) || (file.Transfer.IsSmall && run.Start == 0))
            return await UnlistAsync(run.Position).ConfigureAwait(false);
        // Twice from byte 0 to the same end, without any offset: the size is wrong, and a third time would show nothing else.
        if (run.Start == 0 && file.Transfer.FailureBudget.CountWholeTo(run.Position) >= 2 && isSingle) throw Ended(run.Position);
        if (run.Position != run.Start) return false;
        if (file.Transfer.FailureBudget.CountEndAt(run.Start) <= 2 || (!isProven && file.Queue.Runs().Length > 0)) return false;
        if (!isProven)
        {
            var why = $"its data ends at byte {run.Start:N0}, SIZE reports {file.Length:N0} bytes, and REST could not be verified";
            await handler.GoSingleAsync(why, restRefuted: false, cancellationToken).ConfigureAwait(false);
            return true;
        }
        if (file.HasListedSize) return await UnlistAsync(run.Start).ConfigureAwait(false);
        throw Ended(run.Start);

        TransferException Ended(long end) => new(FailureKind.SourceChanged,
            $"{source}: the server's data repeatedly ended at byte {end:N0}, but SIZE reports {file.Length:N0} bytes. "
                + "If the file is still being written, wait until it is complete.", failure);

        async Task<bool> UnlistAsync(long end)
        {
            var why = $"the server's data ends at byte {end:N0}, but its listing reports {file.Length:N0} bytes";
            await FileEnding.UnlistAsync(file, why, context).ConfigureAwait(false);
            return true;
        }
    }

    // A second offset distinguishes a server that ignores REST (the file's start again) from a file that repeats itself.
    private async Task ProbeAsync(
        OpenFile file, StartOfFileException suspicion, MismatchHandler handler, CancellationToken cancellationToken)
    {
        var probe = await session.UseAsync(cancellationToken).ConfigureAwait(false);
        var path = route.SourceOf(file.Item).Path;
        var sample = await SeamProbe.ReadAsync(
            probe, path, suspicion.ProbeOffset, SeamSample.Length, cancellationToken).ConfigureAwait(false);
        if (file.Chain.FileHead is { } head && sample.AsSpan().SequenceEqual(head))
        {
            await handler.RestIgnoredAsync(cancellationToken).ConfigureAwait(false);
            return;
        }
        file.Chain.RepeatsItsHead = true;
    }

    /// <summary>Notifies the user of a retry.</summary>
    public void NotifyRetry(Exception failure, TimeSpan delay)
    {
        context.Meter.Set(slot, StreamState.BackingOff, _file);
        context.Notify(StreamEventKind.Failed, slot, _file, text: failure.Message);
        if (!context.Retries.Admit(failure.Message)) return;
        var next = delay > TimeSpan.FromSeconds(0.2) ? $"Trying again in {delay.TotalSeconds:0.#} s." : "Trying again.";
        context.Notice(NoticeKind.Retry, Sentences.Join(failure.Message, next));
    }

    private MismatchHandler Handler(WorkItem work, OpenFile file) => new(file, work.Run?.Generation ?? file.Queue.Generation, context);
}
