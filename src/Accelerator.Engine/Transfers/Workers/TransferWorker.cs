using System.Diagnostics;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// One stream: takes work and does it over its session; <see cref="Recovery"/> handles failures. Tries that delivered bytes do not count
/// against the retry limit.
/// </summary>
internal sealed class TransferWorker
{
    private static readonly TimeSpan IdleWait = TimeSpan.FromMilliseconds(100);

    private readonly int _slot;
    private readonly Route _route;
    private readonly WorkerContext _context;
    private readonly HeldSession _session;
    private readonly Recovery _recovery;
    private readonly RetryTerms _retry;
    private OpenFile? _last;
    private bool _isReady;
    private CancellationToken _stop;

    public TransferWorker(int slot, Route route, WorkerContext context)
    {
        _slot = slot;
        _route = route;
        _context = context;
        _session = new HeldSession(slot, route, context);
        _recovery = new Recovery(slot, route, _session, context);
        _retry = new RetryTerms(_session.Judge, () => _recovery.Pause, _recovery.NotifyRetry);
    }

    /// <summary>Works until there is nothing left, or until the stream is surplus.</summary>
    /// <param name="isKept">Whether the stream is wanted, possibly as a standby one.</param>
    /// <param name="wanted">The number of streams of the route that may fetch at once.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="Exception">The failure that ended the stream: its tries are used up.</exception>
    public async Task RunAsync(Func<bool> isKept, Func<int> wanted, CancellationToken cancellationToken)
    {
        _stop = cancellationToken;
        Func<CancellationToken, ValueTask<bool>> step = token => StepAsync(wanted, token);
        try
        {
            while (true)
            {
                var next = _context.WorkChanged.Next;
                if (!isKept() || _context.Files.IsDone) break;
                cancellationToken.ThrowIfCancellationRequested();
                if (await _route.Retry.RunAsync(_retry, step, cancellationToken).ConfigureAwait(false)) continue;
                _context.Meter.Set(_slot, StreamState.Idle);
                CountReady(_session.IsPrepared);
                // Samples are for sessions whose data connection is open.
                await WakeSignal.WaitAsync(next, _session.Connecting, IdleWait, _context.Time, cancellationToken).ConfigureAwait(false);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            _route.StopPinging(_slot);
            CountReady(false);
            _context.Meter.Set(_slot, StreamState.Idle);
            await _session.ReturnAsync().ConfigureAwait(false);
        }
    }

    // With few sessions, one that is still connecting has the next sample sooner than one that reads two.
    private bool MayLeaveSamples(FtpSession session) => session.Connecting is not null && _route.Ready > SamplePolicy.Most;

    private void CountReady(bool isReady)
    {
        if (isReady != _isReady) _route.CountReady(isReady ? 1 : -1);
        _isReady = isReady;
    }

    // Returns false when there is nothing to do now.
    private async ValueTask<bool> StepAsync(Func<int> wanted, CancellationToken cancellationToken)
    {
        // Acquire the session before claiming a range; a range claimed during login would sit idle.
        var session = await _session.UseAsync(cancellationToken).ConfigureAwait(false);
        if (_context.Routes.Count <= 1) return await TakeWorkAsync(session, wanted, cancellationToken).ConfigureAwait(false);

        var silent = _route.Breaker.Token;
        if (_session.IsStale) return true;
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, silent);
        try
        {
            return await TakeWorkAsync(session, wanted, linked.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or OperationCanceledException && silent.IsCancellationRequested
            && !cancellationToken.IsCancellationRequested)
        {
            // After any failure on a silent route the received bytes are kept, and the stream waits until the route recovers.
            await _session.LoseAsync().ConfigureAwait(false);
            _context.WorkChanged.Set();
            return true;
        }
    }

    private async ValueTask<bool> TakeWorkAsync(FtpSession session, Func<int> wanted, CancellationToken cancellationToken)
    {
        var most = wanted();
        // The streams that have sent the first queries have no data connection yet.
        var isLate = _last is null && !session.IsPrepared && _route.HasReadyFor(most);
        var place = isLate ? null : _route.TryBeginFetch(most);
        if (place is not null) CountReady(false);
        try
        {
            var thieves = place is null ? _route.StandingBy : _route.Free(most);
            var stream = new StreamView(
                IsSpare: place is null, session.IsPrepared, MayLeaveSamples(session), _last, thieves, most);
            var work = _context.Work.Next(_slot, _route, stream);
            if (work.Kind is not (WorkKind.Open or WorkKind.Fetch or WorkKind.Finish)) place?.Leave();
            switch (work)
            {
                case { Kind: WorkKind.EndLate, File: { } late, Run: { } run }:
                    EndLate(late, run);
                    return false;
                case { Kind: WorkKind.Prepare }:
                    await PrepareAsync(session, isSpare: place is null, cancellationToken).ConfigureAwait(false);
                    return false;
                case { File: { } file }:
                    _route.StopPinging(_slot);
                    await CarryAsync(work, file, session, place, most, cancellationToken).ConfigureAwait(false);
                    return true;
                default:
                    _route.StopPinging(_slot);
                    return false;
            }
        }
        finally
        {
            place?.Leave();
        }
    }

    // A short file stays with its stream from opening to publication: to look for each of its steps among all open files took longer than
    // the step.
    private async Task CarryAsync(
        WorkItem work, FileTransfer file, FtpSession session, FetchPlace? place, int most, CancellationToken cancellationToken)
    {
        try
        {
            for (WorkItem? next = work; next is { } step; next = Following(step, file))
            {
                if (!await TryDoAsync(step, file, session, place, most, cancellationToken).ConfigureAwait(false)) return;
            }
        }
        finally
        {
            file.IsCarried = false;
        }
    }

    private WorkItem? Following(WorkItem done, FileTransfer file)
    {
        if (file is not { IsSmall: true, Open: { } open }) return null;
        switch (done.Kind)
        {
            case WorkKind.Open:
                return open.Queue.TryTake(_slot, isFirst: true, _route) is { } run ? new(WorkKind.Fetch, file, run) : null;
            case WorkKind.Fetch when !open.IsInDoubt && open.Queue.IsExhausted && file.TryEnter(FileStage.Fetching, FileStage.Finishing):
                return new(WorkKind.Finish, file);
            default:
                return null;
        }
    }

    // Returns false after a failure, which has been handled.
    private async Task<bool> TryDoAsync(
        WorkItem work, FileTransfer file, FtpSession session, FetchPlace? place, int most, CancellationToken cancellationToken)
    {
        try
        {
            await DoAsync(work, file, session, place, most, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested && work.Kind == WorkKind.Finish)
        {
            // The server was queried by a path that has fallen silent: another stream finishes the file by another path.
            file.TryEnter(FileStage.Finishing, FileStage.Fetching);
            throw;
        }
        catch (Exception e) when (e is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
        {
            file.IsCarried = false;
            await _recovery.HandleAsync(e, work, cancellationToken).ConfigureAwait(false);
            _context.WorkChanged.Set();
            return false;
        }
    }

    private Task DoAsync(
        WorkItem work,
        FileTransfer file,
        FtpSession session,
        FetchPlace? place,
        int most,
        CancellationToken cancellationToken) => work switch
    {
        { Kind: WorkKind.Probe, MetadataProbe: { } probe } => ProbeAsync(file, probe, work.Question, session, most, cancellationToken),
        { Kind: WorkKind.Open } => OpenAsync(file, session, most),
        { Kind: WorkKind.Query, File.Open: { } open, Query: { } query } =>
            new ReplicaQueryRunner(open, session, _context).RunAsync(query, cancellationToken),
        { Kind: WorkKind.Fetch, File.Open: { } open, Run: { } run } => FetchAsync(open, run, session, place, cancellationToken),
        { Kind: WorkKind.Finish, File.Open: { } open } => FinishAsync(open, session, cancellationToken),
        _ => throw new UnreachableException($"There is no work of the kind {work.Kind}."),
    };

    // A standby stream that measures the round trip is not prepared for data.
    private async ValueTask PrepareAsync(FtpSession session, bool isSpare, CancellationToken cancellationToken)
    {
        if (isSpare && await _route.TryPingAsync(_slot, session, cancellationToken).ConfigureAwait(false)) return;
        await session.PrepareAsync(isBulk: _last is null or { Transfer.IsSmall: false }, cancellationToken).ConfigureAwait(false);
    }

    private async Task FetchAsync(OpenFile file, SegmentRun run, FtpSession session, FetchPlace? place, CancellationToken cancellationToken)
    {
        _last = file;
        var fetch = new RangeFetch(file, _route, run, session, place, _context);
        if (!await fetch.RunAsync(cancellationToken).ConfigureAwait(false)) await _session.LoseAsync().ConfigureAwait(false);
        _route.Rates.Add(run.Position - run.Start, _context.Time.GetElapsedTime(run.Started));
    }

    private async Task FinishAsync(OpenFile file, FtpSession session, CancellationToken cancellationToken)
    {
        var source = _route.SourceOf(file.Item);
        var finisher = new FileFinisher(file, source, session, _context);
        if (file.CameAtOnce)
        {
            if (await finisher.VerifyAtOnceAsync(cancellationToken).ConfigureAwait(false) is { } verification)
                await _context.Publisher.PostAsync(file, source, verification, _context, cancellationToken).ConfigureAwait(false);
            return;
        }
        _context.Meter.Set(_slot, StreamState.Idle);
        await finisher.RunAsync(cancellationToken, _stop).ConfigureAwait(false);
        _context.WorkChanged.Set();
    }

    private void EndLate(FileTransfer file, SegmentRun run)
    {
        var message = $"RETR at offset {run.Start:N0} receives only {ByteText.Rate(run.LongRate)}; "
            + $"the usual rate is {ByteText.Rate(_route.Rates.Usual)}.";
        _context.Notify(StreamEventKind.Stalled, run.Slot, file, run, message);
        run.Abort?.Invoke(new FtpConnectionException(FtpStage.Data, message));
    }

    // The stream that receives the last answer for the plan makes the plan.
    private async Task ProbeAsync(
        FileTransfer file, MetadataProbe probe, FileQuestion question, FtpSession session, int most, CancellationToken cancellationToken)
    {
        if (file.Stage == FileStage.Inspecting) _context.Meter.Set(_slot, StreamState.Requesting, file);
        await probe.QueryAsync(question, session, cancellationToken).ConfigureAwait(false);
        var isLast = file.MetadataProbe.IsIdentified && file.TryEnter(FileStage.Inspecting, FileStage.Opening);
        if (isLast) await OpenAsync(file, session, most).ConfigureAwait(false);
        else _context.WorkChanged.Set();
    }

    // Needs no server, and no other stream would continue it: it does not end when the route of this stream falls silent.
    private async Task OpenAsync(FileTransfer file, FtpSession session, int most)
    {
        var facts = new RemoteFacts(
            file.MetadataProbe.Identity, session.Traits.Features)
        {
            IsSizeListed = file.MetadataProbe.IsSizeListed, RoundTrip = _route.RoundTrip,
        };
        var request = _context.Request;
        if (await ExistingTarget.JudgeAsync(file.Item, request, facts.Identity, _stop).ConfigureAwait(false) is { } end)
        {
            await FileEnding.EndExistingAsync(file, end, _context).ConfigureAwait(false);
            return;
        }
        FilePreparation.RequireHash(file.Item, request.VerifyOf(file.Item).Mode, file.MetadataProbe);
        var routes = _context.Routes.Where(route => route.Identifies(file.Item)).ToList();
        var start = FilePreparation.Start(request, routes, facts.Identity.Size);
        // A remembered number is that of all files together.
        if (request.Streams is null && _context.Files.Count > 1)
        {
            var shared = _context.Work.Start(_route, Math.Min(most, _route.Gate.Plannable));
            start = start with { Wanted = Math.Max(Math.Min(start.Wanted, TransferPlanner.AutoStart * routes.Count), shared) };
        }
        var plan = await file.OpenAsync(request, facts, start, _context.Notice, _stop).ConfigureAwait(false);
        _context.Events.Report(new TransferEvent.Planned(plan));
        file.IsCarried = file.IsSmall && plan is { Ranges.Count: <= 1, BytesReused: 0 };
        if (!file.IsSmall) _context.Planned.Set();
        if (!file.IsCarried) _context.WorkChanged.Set();
    }
}
