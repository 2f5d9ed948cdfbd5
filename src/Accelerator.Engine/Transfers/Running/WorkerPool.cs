using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Monitoring;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Engine.Transfers.Workers;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Running;

/// <summary>
/// The workers of one run: starts as many as the controller wants, monitors them, and ends the remaining files when no worker is left.
/// </summary>
internal sealed class WorkerPool
{
    private static readonly TimeSpan SampleInterval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ReportInterval = TimeSpan.FromMilliseconds(200);

    private readonly IReadOnlyList<Route> _routes;
    private readonly WorkerContext _context;
    private readonly StreamGovernor _governor;
    private readonly SilenceWatch _silences;
    private readonly FrontOrder _order;
    private readonly IdleWatch _idle;
    private readonly OutputWatch _outputs;
    private readonly Dictionary<int, Worker> _workers = [];
    private readonly CeilingNotice _ceilings;
    private readonly Dictionary<Route, Exception> _lastFailures = [];
    private readonly HashSet<Route> _lost = [];
    private readonly long _started;
    private readonly long _limitedBefore;
    private bool _notifiedSilence;
    private long _reported;

    public WorkerPool(WorkerContext context)
    {
        _routes = context.Routes;
        _context = context;
        _governor = new StreamGovernor(context);
        _silences = new SilenceWatch(_governor.Routes, context);
        _order = new FrontOrder(_governor.Routes, context);
        _idle = new IdleWatch(context);
        _outputs = new OutputWatch(context);
        _started = context.Time.GetTimestamp();
        _ceilings = new CeilingNotice(context);
        _limitedBefore = context.Budget.LimitedBytes;
    }

    /// <summary>Runs until every file has ended.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var phase = TransferPhase.Connecting;
        var planned = _context.Planned.Next;
        // At a site whose round trip is known, sessions for the first step are opened together with the first ones.
        _governor.Sample();
        while (!_context.Files.IsDone && !_idle.IsOver && !cancellationToken.IsCancellationRequested)
        {
            StartMissing(over.Token);
            var pause = Task.Delay(SampleInterval, _context.Time, over.Token);
            await Task.WhenAny(pause, planned, _context.Files.AllDone).ConfigureAwait(false);
            planned = _context.Planned.Next;
            await ReapAsync().ConfigureAwait(false);
            await SilenceUnreachableAsync().ConfigureAwait(false);
            await EndLostAsync().ConfigureAwait(false);
            await _outputs.CheckAsync().ConfigureAwait(false);

            if (_governor.Sample()) _context.WorkChanged.Set();
            await _silences.LookAsync().ConfigureAwait(false);
            _order.Update();
            foreach (var silent in _idle.Check(Progress()))
                await FileEnding.FailAsync(silent, FailureKind.Network, _idle.Sentence(silent.Name), _context).ConfigureAwait(false);
            ReleaseSurplusRanges();
            if (_context.Time.GetElapsedTime(_reported) < ReportInterval) continue;
            _reported = _context.Time.GetTimestamp();
            phase = NextPhase(phase);
            _context.Events.Report(new TransferEvent.Progress(_context.Meter.Sample(_context.Files, phase, _governor.Wanted, _routes)));
            _ceilings.Notify(isLast: false);
            NotifySilence();
        }

        await over.CancelAsync().ConfigureAwait(false);
        _context.WorkChanged.Set();
        await Task.WhenAll(_workers.Values.Select(worker => worker.Task)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _context.Publisher.DrainAsync().ConfigureAwait(false);
        _ceilings.Notify(isLast: true);
        // A number of streams that fills a limit of the user says nothing about the path.
        if (_context.Request.Streams is null && _context.Budget.LimitedBytes == _limitedBefore) NoteReached();
        _silences.NotifyUnreached();
        _context.Files.Close();
        await EndOpenFilesAsync(
            _ => true,
            _idle.IsOver && !cancellationToken.IsCancellationRequested ? FailureKind.Network : FailureKind.Cancelled,
            (file, name) => _idle.IsOver && !cancellationToken.IsCancellationRequested
                ? _idle.Sentence(file, name) : $"{name}: stopped.").ConfigureAwait(false);
    }

    private void NoteReached()
    {
        foreach (var controller in _governor.Routes)
        {
            if (controller.Reached is not { } reached) continue;
            controller.Route.Notes.SettledOn(reached.Streams, reached.Rate);
            controller.Route.Notes.SawWindow((long)reached.Window);
        }
    }

    // Slot s of route l: with one route, slot numbers are stream numbers.
    private void StartMissing(CancellationToken cancellationToken)
    {
        foreach (var controller in _governor.Routes)
        {
            for (var row = 0; row < Math.Min(controller.Wanted + controller.Spare, TransferMeter.MostSlots); row++)
                Start(controller, row, cancellationToken);
        }
    }

    private void Start(RouteController controller, int row, CancellationToken cancellationToken)
    {
        var slot = (row * _routes.Count) + controller.Route.Index;
        if (_workers.ContainsKey(slot)) return;
        var worker = new TransferWorker(slot, controller.Route, _context);
        _workers[slot] = new Worker(
            Task.Run(
                () => worker.RunAsync(() => row < controller.Wanted + controller.Spare, () => controller.Wanted
                    + _context.Work.Ending(controller.Route), cancellationToken), CancellationToken.None), Progress());
    }

    // Release a surplus stream's range, which may last for hours: the external bound has decreased and others wait for the session, or
    // another route has taken its place.
    private void ReleaseSurplusRanges()
    {
        foreach (var controller in _governor.Routes)
        {
            var most = _routes.Count > 1 && _context.Request.Streams is not null ? controller.Wanted : controller.Route.MostStreams;
            if (most == int.MaxValue) continue;
            foreach (var file in _context.Files.Fetching())
            {
                foreach (var run in file.Queue.Runs().Where(
                    run => run.Slot % _routes.Count == controller.Route.Index && run.Slot / _routes.Count >= most))
                    file.Queue.Truncate(run);
            }
        }
    }

    // A stream whose tries are used up is restarted if the run has progressed since it was started: an outage must not cost a long transfer
    // its streams one by one.
    private async Task ReapAsync()
    {
        foreach (var (slot, worker) in _workers.Where(entry => entry.Value.Task.IsCompleted).ToList())
        {
            await worker.Task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (worker.Task.Exception?.InnerException is not { } failure)
            {
                _workers.Remove(slot);
                continue;
            }
            var route = _routes[slot % _routes.Count];
            _lastFailures[route] = failure;
            worker.IsReaped = true;
            var isPassing = FailurePolicy.Judge(failure, 0, hasStood: true).Action is FailureAction.Retry or FailureAction.LowerCeiling;
            if (isPassing && Progress() > worker.Progress && !_lost.Contains(route)) _workers.Remove(slot);
        }
    }

    // A route on which no session was ever opened, while sessions are open elsewhere, is not lost: a routing entry may be missing, or a
    // server may be restarted.
    private async Task SilenceUnreachableAsync()
    {
        if (_routes.Count == 1) return;
        foreach (var (route, failure) in _lastFailures.Where(entry => !entry.Key.Gate.HasStood && IsUnreachable(entry.Value)).ToList())
        {
            if (!_routes.Any(other => _context.CanStandIn(other, route) && other.Gate.Standing > 0)) continue;
            await _silences.FallAsync(
                route, $"No connection can be made {route.Name} ({failure.Message.TrimEnd('.')})").ConfigureAwait(false);
            foreach (var slot in _workers.Where(entry => entry.Key % _routes.Count == route.Index && entry.Value.Task.IsCompleted)
                .Select(entry => entry.Key).ToList()) _workers.Remove(slot);
            _lastFailures.Remove(route);
            _lost.Remove(route);
        }
    }

    private static bool IsUnreachable(Exception failure) =>
        failure is FtpConnectionException { Stage: <= FtpStage.Greeting } or FtpTimeoutException { Stage: <= FtpStage.Greeting }
            || (failure is TransferException { InnerException: { } inner } && IsUnreachable(inner));

    // A file fails when no stream is left that could finish it. Streams of other sites may still run: without this check they would wait
    // for it forever.
    private async Task EndLostAsync()
    {
        if (_context.Files.IsDone || !_workers.Values.Any(worker => worker.IsReaped)) return;
        // A worker that ended after ReapAsync ran has no recorded reason yet: the file would be lost without a message.
        var streams = _workers.ToLookup(worker => _routes[worker.Key % _routes.Count], worker => worker.Value.IsReaped);
        var lost = streams.Where(route => route.All(isReaped => isReaped)).Select(route => route.Key).Except(_lost).ToList();
        // A file may have moved on to a source that was lost before, because the sources before it were skipped.
        if (lost.Count == 0 && !_context.Files.Open().Any(file => IsLost(file.Item))) return;
        _lost.UnionWith(lost);
        foreach (var route in lost.Where(route => _routes.Any(other => _context.CanStandIn(other, route) && !_lost.Contains(other))))
            _context.Notice(_context.KindOf(route), $"Nothing more is downloaded {route.Name}: {_lastFailures[route].Message}");
        // No stream could start files added from here on: a replica's route only fetches files that another route has queried.
        if (_routes.All(route => _lost.Contains(route) || _context.Replicas.Contains(route))) _context.Files.Close();

        foreach (var (route, failure) in _lastFailures.Where(entry => _lost.Contains(entry.Key)))
        {
            var verdict = FailurePolicy.Judge(failure, 0, hasStood: false);
            await EndOpenFilesAsync(item => route.Serves(item.Sources[0]) && IsLost(item), verdict.Kind,
                (_, _) => failure.Message).ConfigureAwait(false);
        }
    }

    private bool IsLost(TransferItem item) => _routes.Where(route => route.Serves(item.Sources[0])).All(_lost.Contains);

    // Bytes in place and files done, which exclude overlaps and discarded data.
    private long Progress()
    {
        var (open, ended, _) = _context.Files.Snapshot();
        return ended.Count + ended.BytesDone + open.Sum(file => file.Open?.Map.BytesWritten ?? 0);
    }

    private async Task EndOpenFilesAsync(
        Func<TransferItem, bool> isMeant, FailureKind kind, Func<FileTransfer?, string, string> message)
    {
        foreach (var file in _context.Files.Open().Where(file => isMeant(file.Item)))
            await FileEnding.FailAsync(file, kind, message(file, file.Name), _context).ConfigureAwait(false);
        var unbegun = _context.Files.EndUnbegun(
            item => isMeant(item) ? FileEnding.FailureOf(item, kind, message(null, Path.GetFileName(item.TargetPath))) : null);
        foreach (var result in unbegun) _context.Events.Report(new TransferEvent.Finished(result));
    }

    private void NotifySilence()
    {
        if (_notifiedSilence || _context.Time.GetElapsedTime(_started) < TimeSpan.FromSeconds(5)) return;
        _notifiedSilence = true;
        if (_routes.FirstOrDefault(route => route.Gate is { HasStood: false, Ungreeted: > 0 }) is { } silent)
            _context.Notice(NoticeKind.Other, silent.Proxy is { } proxy
                ? $"The proxy {proxy} accepted the connection, but no greeting of {silent.Site} has arrived yet; waiting for it."
                : $"{silent.Site} accepted the connection but has not sent a greeting yet; waiting for it.");
    }

    private TransferPhase NextPhase(TransferPhase phase)
    {
        var files = _context.Files.Open();
        if (files.Any(file => file.Stage == FileStage.Fetching)) return TransferPhase.Transferring;
        if (files.Any(file => file.Stage == FileStage.Finishing)) return TransferPhase.Verifying;
        // A short file can start and end between two samples.
        return phase == TransferPhase.Connecting && _context.Files.Done > 0 ? TransferPhase.Transferring : phase;
    }

    private sealed class Worker(Task task, long progress)
    {
        public Task Task { get; } = task;

        /// <summary>The progress of the run when the worker was started.</summary>
        public long Progress { get; } = progress;

        /// <summary>Whether it has failed and ReapAsync has recorded why.</summary>
        public bool IsReaped { get; set; }
    }
}
