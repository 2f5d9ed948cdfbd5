using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;
using Polly;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// One stream: takes work, keeps a session, and decides with <see cref="FailurePolicy"/> what a failure means. Tries that brought bytes
/// are not counted against the limit of retries.
/// </summary>
internal sealed class TransferWorker
{
    private static readonly TimeSpan IdleWait = TimeSpan.FromMilliseconds(100);

    private readonly int _slot;
    private readonly Lane _lane;
    private readonly WorkerContext _context;
    private readonly ResiliencePipeline _retry;
    private FtpSession? _session;
    private FileTransfer? _file;

    public TransferWorker(int slot, Lane lane, WorkerContext context)
    {
        _slot = slot;
        _lane = lane;
        _context = context;
        _retry = RetryPipeline.Create(context.Time, failure => Judge(failure).Action, OnRetry);
    }

    /// <summary>Works until there is nothing left, or until <paramref name="isWanted"/> says that the stream is one too many.</summary>
    /// <exception cref="Exception">What ended the stream: its tries are used up.</exception>
    public async Task RunAsync(Func<bool> isWanted, CancellationToken cancellationToken)
    {
        try
        {
            while (isWanted() && !_context.Work.IsDone)
            {
                var worked = await _retry.ExecuteAsync(StepAsync, cancellationToken).ConfigureAwait(false);
                if (worked) continue;
                _context.Meter.Set(_slot, StreamState.Idle);
                await _context.WorkChanged.WaitAsync(IdleWait, _context.Time, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            _context.Meter.Set(_slot, StreamState.Idle);
            if (_session is { } session) await _lane.ReturnAsync(session).ConfigureAwait(false);
        }
    }

    private async ValueTask<bool> StepAsync(CancellationToken cancellationToken)
    {
        await UsableSessionAsync(cancellationToken).ConfigureAwait(false);
        var work = _context.Work.Next(_slot, _lane);
        _file = work.File;
        if (work.File is not { } file) return false;
        try
        {
            await DoAsync(work, file, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
        {
            await HandleAsync(e, work, cancellationToken).ConfigureAwait(false);
            _context.WorkChanged.Set();
        }
        return true;
    }

    private async Task DoAsync(WorkItem work, FileTransfer file, CancellationToken cancellationToken)
    {
        var source = Source(file);
        switch (work.Kind)
        {
            case WorkKind.Inspect:
                _context.Meter.Set(_slot, StreamState.Requesting, file);
                var facts = await SourceInspector.InspectAsync(_session!, source, cancellationToken).ConfigureAwait(false);
                await file.OpenAsync(_context.Request, facts, _context.Notice, cancellationToken).ConfigureAwait(false);
                _context.Events.Report(new TransferEvent.Planned(file.Plan));
                _context.WorkChanged.Set();
                break;
            case WorkKind.Fetch:
                var fetch = new RangeFetch(file, source, work.Run!, _session!, _context);
                if (!await fetch.RunAsync(cancellationToken).ConfigureAwait(false)) await LoseSessionAsync(_session!, byLimit: false).ConfigureAwait(false);
                break;
            case WorkKind.Finish:
                _context.Meter.Set(_slot, StreamState.Idle);
                await new FileFinisher(file, source, _session!, _context).RunAsync(cancellationToken).ConfigureAwait(false);
                _context.WorkChanged.Set();
                break;
        }
    }

    private async Task HandleAsync(Exception failure, WorkItem work, CancellationToken cancellationToken)
    {
        try
        {
            await PutRightAsync(failure, work, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            await FileEnding.FailAsync(work.File!, e.Kind, e.Message, _context).ConfigureAwait(false);
        }
        finally
        {
            if (RangeFetch.IsDoubt(failure)) work.File!.SettleDoubt();
        }
    }

    /// <summary>Puts right what a failure left behind, and throws it on when it is to be tried again after a pause.</summary>
    private async Task PutRightAsync(Exception failure, WorkItem work, CancellationToken cancellationToken)
    {
        var file = work.File!;
        if (work.Kind == WorkKind.Inspect) file.TryEnter(FileStage.Inspecting, FileStage.Waiting);
        if (work.Kind == WorkKind.Finish) file.TryEnter(FileStage.Finishing, FileStage.Fetching);
        switch (failure)
        {
            case RunRevokedException:
                await LoseSessionAsync(_session!, byLimit: false).ConfigureAwait(false);
                return;
            case StartOfFileException e:
                await ProbeAsync(work, e, await UsableSessionAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
                return;
            case SeamMismatchException e:
                await Handler(work).HandleAsync(e, Source(file), await UsableSessionAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
                return;
            case ShortDataException e:
                await Handler(work).CheckUnchangedAsync(Source(file), await UsableSessionAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
                if (work.Run is { } ended && ended.Position == ended.Start && file.CountEndAt(ended.Start) > 2)
                    throw new TransferException(FailureKind.SourceChanged, $"{Source(file)}: the server's data ends at byte {ended.Start:N0}, again and again, and SIZE says {file.Length:N0}. Nothing was published. If the file is still being written, wait until it is complete.", e);
                failure = new FtpConnectionException(FtpStage.Data, e.Message, e);
                break;
            case FtpReplyException { SessionUsable: true } e when work.Run is { Start: > 0 } && FailurePolicy.RefusesToRestart(e):
                // The file may be gone, which refuses a RETR at any offset.
                await Handler(work).CheckUnchangedAsync(Source(file), await UsableSessionAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
                await Handler(work).GoSingleAsync(e.Message, cancellationToken).ConfigureAwait(false);
                return;
        }

        var verdict = Judge(failure);
        if (verdict.Action == FailureAction.LowerCeiling)
        {
            if (_session is { } session) await LoseSessionAsync(session, byLimit: true, failure).ConfigureAwait(false);
            return;
        }
        if (_session is { IsUsable: false } dead) await LoseSessionAsync(dead, byLimit: false).ConfigureAwait(false);
        if (verdict.Action == FailureAction.GiveUp)
        {
            await FileEnding.FailAsync(file, verdict.Kind, failure.Message, _context).ConfigureAwait(false);
            return;
        }
        if (verdict.Action == FailureAction.WithoutRest || (file.IsSingle && work.Kind == WorkKind.Fetch))
            await Handler(work).GoSingleAsync(failure.Message, cancellationToken).ConfigureAwait(false);
        if (verdict.Action == FailureAction.WithoutRest) return;

        // Bytes came: it was not for nothing, and the next try starts with a fresh count, but not at once.
        if (work.Run is { } run && run.Position > run.Start)
        {
            OnRetry(failure, TimeSpan.Zero);
            await Task.Delay(TimeSpan.FromMilliseconds(100 + Random.Shared.Next(200)), _context.Time, cancellationToken).ConfigureAwait(false);
            return;
        }

        // Each stream's own count begins anew whenever another one has taken the range, so the file has one too.
        if (file.HasTriedEnough())
            await FileEnding.FailAsync(file, verdict.Kind, failure.Message, _context).ConfigureAwait(false);
        else
            throw failure;
    }

    // A second offset tells a server that ignores REST (the file's start again) from a file that repeats itself.
    private async Task ProbeAsync(WorkItem work, StartOfFileException suspicion, FtpSession session, CancellationToken cancellationToken)
    {
        var file = work.File!;
        var offset = Math.Max(1, suspicion.Offset - 13_579);
        var path = Source(file).Path;
        var sample = await SeamProbe.ReadAsync(session, path, offset, SeamSample.Length, cancellationToken).ConfigureAwait(false);
        if (file.Chain.FileHead is { } head && sample.AsSpan().SequenceEqual(head))
        {
            await Handler(work).GoSingleAsync("the server answers REST and sends the file from its start all the same", cancellationToken).ConfigureAwait(false);
            return;
        }
        file.RepeatsItsHead = true;
    }

    private async ValueTask<FtpSession> UsableSessionAsync(CancellationToken cancellationToken)
    {
        if (_session is { IsUsable: true } session) return session;
        if (_session is { } dead) await LoseSessionAsync(dead, byLimit: false).ConfigureAwait(false);
        _context.Meter.Set(_slot, StreamState.Connecting);
        return _session = await _lane.RentAsync(cancellationToken).ConfigureAwait(false);
    }

    private TransferSource Source(FileTransfer file) => file.Item.Sources.First(_lane.Serves);

    private MismatchHandler Handler(WorkItem work) => new(work.File!, work.Run?.Generation ?? work.File!.Queue.Generation, _context);

    private FailureVerdict Judge(Exception failure)
    {
        var own = _session is null ? 0 : 1;
        return FailurePolicy.Judge(failure, Math.Max(0, _lane.Gate.Standing - own), _lane.Gate.HasStood);
    }

    private ValueTask LoseSessionAsync(FtpSession session, bool byLimit, Exception? refusal = null)
    {
        _session = null;
        return _lane.DropAsync(session, byLimit, refusal);
    }

    private void OnRetry(Exception failure, TimeSpan delay)
    {
        _context.Meter.Set(_slot, StreamState.BackingOff, _file);
        if (!_context.Retries.Admit(failure.Message)) return;
        _context.Notice(NoticeKind.Retry, delay > TimeSpan.FromSeconds(0.2) ? $"{failure.Message} Trying again in {delay.TotalSeconds:0.#} s." : $"{failure.Message} Trying again.");
    }
}
