using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Simulator;

/// <summary>
/// ftpx over a simulated path. The decisions are the product's own: <see cref="SiteGate"/>, <see cref="TransferPlanner"/>,
/// <see cref="StreamController"/>, <see cref="SegmentQueue"/> and <see cref="StealPolicy"/>. What stands between them and the network is
/// modelled: each command takes the round trips of docs/decisions/0017-round-trips.md.
/// </summary>
internal sealed class AdaptiveClient
{
    // Greeting, and login: connect and greeting; USER, PASS, TYPE.
    private const double Greeting = 2;
    private const double Login = 3;

    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Quick = TimeSpan.FromMilliseconds(1);

    private readonly SimulatedPath _path;
    private readonly VirtualRun _run;
    private readonly RememberedSite? _known;
    private readonly int? _start;
    private readonly SiteGate _gate;
    private readonly SimulatedGovernor _governor;
    private readonly TailMeter _tail;
    private readonly SortedDictionary<int, SimulatedWorker> _workers = [];
    private readonly Stack<double?> _idle = [];
    private readonly RangeRates _rates = new();
    private SegmentQueue? _queue;
    private TransferPlan? _plan;
    private int _questions = 2;
    private int _answers;
    private int _fetching;
    private int _standing;
    private SimulatedWorker? _pinger;
    private bool _isWaking;
    private bool _isFinishing;
    private bool _isOver;
    private double _lastByte;

    private AdaptiveClient(SimulatedPath path, int seed, RememberedSite? known, int? given)
    {
        (_path, _known) = (path, known);
        _run = new VirtualRun(path, seed);
        _tail = new TailMeter(path);
        _start = given ?? known?.Streams;
        var most = given ?? TransferPlanner.AutoMost;
        _governor = new SimulatedGovernor(
            new StreamLimits(_start ?? TransferPlanner.Start(null, TimeSpan.Zero), most, given is not null, known?.Streams is not null,
                KnownRate: known?.Rate ?? 0), path, _run);
        var expected = known?.Streams ?? 0;
        _gate = new SiteGate(most, _run.Time) { Expected = expected, Proven = Math.Max(expected, known?.Sessions ?? 0) };
    }

    /// <summary>Simulates one transfer.</summary>
    /// <param name="path">The path.</param>
    /// <param name="seed">The seed of the losses.</param>
    /// <param name="known">What is remembered of the site; null for nothing.</param>
    /// <param name="given">The number of streams that the user gave; null for auto.</param>
    public static SimulatedResult Run(SimulatedPath path, int seed, RememberedSite? known = null, int? given = null)
    {
        var client = new AdaptiveClient(path, seed, known, given);
        client.Pulse();
        client._run.Run(() => client._isOver);
        return client.Result();
    }

    private TimeSpan RoundTrip => _known is not null || _run.Now >= _path.RoundTrip ? TimeSpan.FromSeconds(_path.RoundTrip) : Quick;

    private SimulatedResult Result()
    {
        var site = new RememberedSite(_governor.Reached?.Streams ?? _known?.Streams, Math.Max(_standing, _known?.Sessions ?? 0),
            _governor.Reached?.Rate ?? _known?.Rate ?? 0);
        return new SimulatedResult(_run.Now, _tail.Idle(_lastByte), _governor.Fetched, _governor.Most, site, _governor.Story);
    }

    // As WorkerPool: start what is missing, sample, decide.
    private void Pulse()
    {
        for (var slot = 0; slot < _governor.Kept; slot++)
        {
            if (!_workers.ContainsKey(slot)) Step(_workers[slot] = new SimulatedWorker(slot));
        }
        _run.After(Tick.TotalSeconds, () =>
        {
            if (_pinger is { IsBusy: true } || !_governor.IsPinged) _pinger = null;
            _governor.Sample(RoundTrip, _gate.SettledCeiling, _plan, Receiving(), isPinged: _pinger is not null);
            Wake();
            Pulse();
        });
    }

    private List<SegmentRun> Receiving() =>
        [.. _workers.Values.Where(worker => worker.Flow is not null).Select(worker => worker.Run!)];

    private void Wake()
    {
        if (_isWaking) return;
        _isWaking = true;
        _run.After(0, () =>
        {
            _isWaking = false;
            foreach (var worker in _workers.Values.ToList()) Step(worker);
        });
    }

    private void Step(SimulatedWorker worker)
    {
        if (worker.IsBusy || _isFinishing) return;
        if (worker.Slot >= _governor.Kept) Dismiss(worker);
        else if (!worker.HasSession) Connect(worker);
        else if (_queue is null) Ask(worker);
        else Work(worker, _queue);
    }

    private void Dismiss(SimulatedWorker worker)
    {
        if (worker.HasSession) _idle.Push(worker.ReadyAt);
        if (_pinger == worker) _pinger = null;
        _workers.Remove(worker.Slot);
    }

    private void Connect(SimulatedWorker worker)
    {
        if (_idle.TryPop(out var readyAt))
        {
            (worker.HasSession, worker.ReadyAt) = (true, readyAt);
            Step(worker);
            return;
        }
        worker.IsBusy = true;
        if (_gate.TryEnter() is { } wait)
        {
            _run.After(wait.TotalSeconds, () => Free(worker));
            return;
        }
        _run.AfterTrips(Greeting, () =>
        {
            _gate.Greeted();
            _run.AfterTrips(Login, () =>
            {
                _gate.Opened();
                _standing = Math.Max(_standing, _gate.Standing);
                worker.HasSession = true;
                Free(worker);
            });
        });
    }

    private void Free(SimulatedWorker worker)
    {
        worker.IsBusy = false;
        Step(worker);
    }

    // Two sessions ask for size and time; the answers make the plan.
    private void Ask(SimulatedWorker worker)
    {
        if (_questions == 0)
        {
            Prepare(worker);
            return;
        }
        _questions--;
        worker.IsBusy = true;
        _run.AfterTrips(1, () =>
        {
            if (++_answers == 2) Plan();
            Free(worker);
        });
    }

    private void Plan()
    {
        _plan = PlannedFile.Plan(_path.Size, _start ?? TransferPlanner.Start(_path.Size, RoundTrip));
        _queue = new SegmentQueue(
            [new ByteRange(0, _path.Size)], _plan.Ranges, single: false, SegmentLimits.Default, _run.Time);
        Wake();
    }

    // EPSV; the connect continues in the background.
    private void Prepare(SimulatedWorker worker)
    {
        if (worker.ReadyAt is not null) return;
        worker.IsBusy = true;
        _run.AfterTrips(1, () =>
        {
            worker.ReadyAt = _run.Now + _run.Link.View.RoundTrip;
            Free(worker);
        });
    }

    // As WorkQueue.Next.
    private void Work(SimulatedWorker worker, SegmentQueue queue)
    {
        var most = _governor.Wanted + queue.Ending(Path(isReady: true));
        var isReady = worker.ReadyAt is not null;
        if (_fetching < most)
        {
            if (queue.IsExhausted)
            {
                Finish();
                return;
            }
            var thieves = Math.Max(1, most - _fetching);
            if ((queue.TryTake(worker.Slot, isFirst: !worker.HasFetched) ?? queue.TrySteal(worker.Slot, Path(isReady), thieves)) is { } run)
                Fetch(worker, run);
            else if (queue.TakeLate(_rates.Usual, Path(isReady: false)) is { } late) EndLate(late, queue);
            return;
        }
        var standby = Math.Max(1, _gate.Standing - _fetching);
        if (isReady && queue.TrySteal(worker.Slot, Path(isReady: true), standby, isSpare: true) is { } relief) Fetch(worker, relief);
        else if (_governor.IsPinged && !isReady && (_pinger is null || _pinger == worker)) _pinger = worker;
        else Prepare(worker);
    }

    private PathView Path(bool isReady) =>
        new(RoundTrip.TotalSeconds, 10 * _path.Segment, isReady ? PathView.Prepared : PathView.Warm, _governor.Peak, _governor.Stretch, 0,
            _rates.Usual);

    // EPSV; REST beside the connect; RETR.
    private void Fetch(SimulatedWorker worker, SegmentRun run)
    {
        _fetching++;
        worker.Begin(run);
        _governor.Tell($"stream {worker.Slot} {(run.IsStolen ? "steals" : "takes")} {Shown(run.Start)} to {Shown(run.End)}");
        var trip = _run.Link.View.RoundTrip;
        var asked = worker.ReadyAt is { } ready ? Math.Max(ready, _run.Now + trip) : _run.Now + (2 * trip);
        _run.After(asked + trip - _run.Now, () =>
        {
            run.FirstByteAt = _run.Time.GetTimestamp();
            worker.Flow = _run.Link.Open(bytes => Receive(worker, bytes));
        });
    }

    private void Receive(SimulatedWorker worker, double bytes)
    {
        if (worker.Run is not { } run || _queue is not { } queue || worker.Flow?.EndsAt is not null) return;
        var before = run.Position;
        var (received, isAtEnd) = worker.Receive(bytes, queue, Block.Size);
        _governor.Receive(received, run.Position - before);
        _tail.Note(_run.Now, _governor.Written);
        if (run.Position > before) _lastByte = _run.Now;
        var isWhole = run.Position == run.End && run.End == _path.Size;
        if (isWhole || (isAtEnd && worker.PastEnd >= SeamSample.Length)) End(worker, run, queue, isEarly: !isWhole);
    }

    private void End(SimulatedWorker worker, SegmentRun run, SegmentQueue queue, bool isEarly)
    {
        _run.Link.Close(worker.Flow!, _run.Now, isEarly);
        _governor.Tell($"stream {worker.Slot} ends at {Shown(run.Position)}, with {run.LevelRate / 1e6:0.0} MB/s");
        queue.Release(run);
        _fetching--;
        _rates.Add(run.Position - run.Start, _run.Time.GetElapsedTime(run.Started));
        worker.End();
        _run.AfterTrips(1, () => Free(worker));
        Wake();
    }

    private void EndLate(SegmentRun late, SegmentQueue queue)
    {
        var worker = _workers.Values.First(other => other.Run == late);
        if (worker.Flow is null) return;
        _run.Link.Close(worker.Flow, _run.Now, isEarly: true);
        _governor.Tell($"stream {worker.Slot} is late at {Shown(late.Position)}, with {late.LongRate / 1e6:0.0} MB/s");
        queue.Release(late);
        _fetching--;
        _gate.Closed(byLimit: false);
        worker.End();
        worker.HasSession = false;
        Free(worker);
        Wake();
    }

    private static string Shown(long offset) => $"{offset / 1e6:0.0} MB";

    // SIZE and MDTM, on two sessions.
    private void Finish()
    {
        _isFinishing = true;
        _run.AfterTrips(1, () => _isOver = true);
    }
}
