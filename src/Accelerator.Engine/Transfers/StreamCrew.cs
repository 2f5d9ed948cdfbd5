namespace Accelerator.Engine.Transfers;

/// <summary>The workers of one run: starts as many as the controller wants, watches them, and ends what is left when they are gone.</summary>
internal sealed class StreamCrew
{
    private static readonly TimeSpan SampleInterval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ReportInterval = TimeSpan.FromMilliseconds(200);

    private readonly IReadOnlyList<Lane> _lanes;
    private readonly WorkerContext _context;
    private readonly StreamGovernor _governor;
    private readonly Dictionary<int, (Task Task, long Progress)> _workers = [];
    private readonly CeilingNotice _ceilings;
    private Exception? _lastFailure;
    private readonly long _started;
    private bool _toldSilence;
    private long _reported;

    public StreamCrew(IReadOnlyList<Lane> lanes, WorkerContext context)
    {
        _lanes = lanes;
        _context = context;
        _governor = new StreamGovernor(lanes, Limits(context.Request, lanes), context);
        _started = context.Time.GetTimestamp();
        _ceilings = new CeilingNotice(lanes, context);
    }

    /// <summary>Runs until every file has ended.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var phase = TransferPhase.Connecting;
        while (!_context.Work.IsDone && !cancellationToken.IsCancellationRequested)
        {
            StartMissing(over.Token);
            await Task.WhenAny(Task.Delay(SampleInterval, _context.Time, over.Token), _context.Work.Done).ConfigureAwait(false);
            if (await ReapAsync().ConfigureAwait(false)) await EndAllAsync().ConfigureAwait(false);

            if (_governor.Look()) _context.WorkChanged.Set();
            if (_context.Time.GetElapsedTime(_reported) < ReportInterval) continue;
            _reported = _context.Time.GetTimestamp();
            phase = NextPhase(phase);
            _context.Events.Report(new TransferEvent.Progress(_context.Meter.Sample(_context.Work.Files, phase, _governor.Wanted)));
            _ceilings.Tell(isLast: false);
            TellSilence();
        }

        await over.CancelAsync().ConfigureAwait(false);
        _context.WorkChanged.Set();
        await Task.WhenAll(_workers.Values.Select(worker => worker.Task)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _ceilings.Tell(isLast: true);
        if (_context.Request.Streams is null && _governor.Reached is { } reached) foreach (var lane in _lanes) lane.Notes.SettledOn(reached.Streams, reached.Rate);
        await CancelOpenFilesAsync().ConfigureAwait(false);
    }

    private static StreamLimits Limits(TransferRequest request, IReadOnlyList<Lane> lanes)
    {
        var isFixed = request.Streams is not null;
        var start = lanes[0].Start(request, null);
        return new StreamLimits(start, isFixed ? start : TransferPlanner.AutoMost, isFixed, IsKnown: lanes[0].Notes.Known.Plateau is not null);
    }

    // Slot s of lane l: with one lane, slot numbers are stream numbers.
    private void StartMissing(CancellationToken cancellationToken)
    {
        for (var slot = 0; slot < Math.Min((_governor.Wanted + _governor.Spare) * _lanes.Count, 64); slot++)
        {
            if (_workers.ContainsKey(slot)) continue;
            var number = slot;
            var lane = _lanes[number % _lanes.Count];
            var worker = new TransferWorker(number, lane, _context);
            _workers[slot] = (Task.Run(() => worker.RunAsync(() => number / _lanes.Count < _governor.Wanted + _governor.Spare, () => _governor.Wanted + _context.Work.Ending(lane), cancellationToken), CancellationToken.None), Progress());
        }
    }

    // A stream whose tries are used up is started again when the run has come on since it was started: an outage must not cost a long
    // transfer its streams one by one. The run fails when none is left.
    private async Task<bool> ReapAsync()
    {
        foreach (var (slot, (worker, progress)) in _workers.Where(entry => entry.Value.Task.IsCompleted).ToList())
        {
            await worker.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (worker.Exception?.InnerException is not { } failure)
            {
                _workers.Remove(slot);
                continue;
            }
            _lastFailure = failure;
            var isPassing = FailurePolicy.Judge(failure, 0, hasStood: true).Action == FailureAction.Retry;
            if (isPassing && Progress() > progress) _workers.Remove(slot);
        }
        return _workers.Count > 0 && _workers.Values.All(worker => worker.Task.IsFaulted) && !_context.Work.IsDone;
    }

    // Bytes in place and files done: what overlaps and discarded data do not count into.
    private long Progress() => _context.Work.Files.Sum(file => (file.Stage == FileStage.Ended ? 1 : 0) + (file.Map?.BytesWritten ?? 0));

    private async Task EndAllAsync()
    {
        var verdict = FailurePolicy.Judge(_lastFailure!, 0, hasStood: false);
        foreach (var file in _context.Work.Files) await FileEnding.FailAsync(file, verdict.Kind, _lastFailure!.Message, _context).ConfigureAwait(false);
    }

    private async Task CancelOpenFilesAsync()
    {
        foreach (var file in _context.Work.Files)
            await FileEnding.FailAsync(file, FailureKind.Cancelled, $"{file.Name}: stopped. The same command continues where it was.", _context).ConfigureAwait(false);
    }

    private void TellSilence()
    {
        if (_toldSilence || _context.Time.GetElapsedTime(_started) < TimeSpan.FromSeconds(5)) return;
        _toldSilence = true;
        if (_lanes.FirstOrDefault(lane => lane.Gate is { HasStood: false, Ungreeted: > 0 }) is { } silent)
            _context.Notice(NoticeKind.Other, $"{silent.Site} has accepted the connection and says nothing yet; waiting for its greeting.");
    }

    private TransferPhase NextPhase(TransferPhase phase)
    {
        var files = _context.Work.Files;
        if (files.Any(file => file.Stage == FileStage.Fetching)) return TransferPhase.Transferring;
        return files.Any(file => file.Stage == FileStage.Finishing) ? TransferPhase.Verifying : phase;
    }
}
