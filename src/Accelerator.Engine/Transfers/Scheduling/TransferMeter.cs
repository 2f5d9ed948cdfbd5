using Accelerator.Engine.Storage;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>The states and rates of the streams; sampled a few times a second.</summary>
/// <param name="time">Clock.</param>
/// <param name="routes">Routes of the run; slot s belongs to route s mod their number.</param>
internal sealed class TransferMeter(TimeProvider time, int routes = 1)
{
    /// <summary>The maximum number of streams of one route, and of all routes together.</summary>
    public const int MostSlots = 64;

    /// <summary>Seconds over which rates for views are smoothed.</summary>
    public const double Memory = 2;

    private readonly object _lock = new();
    private readonly Entry[] _slots = new Entry[MostSlots * routes];
    private readonly RouteTally[] _tallies = [.. Enumerable.Range(0, routes).Select(_ => new RouteTally())];
    private readonly long _started = time.GetTimestamp();
    private readonly SmoothedRate _rate = new(Memory);

    /// <summary>Sets the state of a stream.</summary>
    public void Set(int slot, StreamState state, FileTransfer? file = null, SegmentRun? run = null)
    {
        lock (_lock)
        {
            if (_slots[slot].Run is { } before && before != run) _tallies[slot % routes].Ended += before.BytesReceived;
            _slots[slot] = new Entry(state, file, run);
        }
    }

    /// <summary>Records a broken data connection.</summary>
    public void NoteDeath(int slot)
    {
        lock (_lock) _tallies[slot % routes].Deaths++;
    }

    /// <summary>Updates the rates of a route's streams.</summary>
    /// <param name="route">The route.</param>
    /// <param name="roundTrip">R of its path.</param>
    public RouteFlow Pulse(int route, TimeSpan roundTrip)
    {
        var now = time.GetTimestamp();
        SegmentRun[] runs;
        long fetched;
        long asked;
        int deaths;
        lock (_lock)
        {
            var tally = _tallies[route];
            fetched = Fetched(route);
            runs = [.. SlotsOf(route).Where(slot => slot.State == StreamState.Receiving).Select(slot => slot.Run!)];
            asked = SlotsOf(route).Where(slot => slot.State == StreamState.Requesting).Select(slot => slot.Run!.Started)
                .DefaultIfEmpty().Max();
            tally.Sample(fetched, runs.Length, time.GetElapsedTime(_started, now));
            (deaths, tally.Deaths) = (tally.Deaths, 0);
        }
        foreach (var run in runs) run.Sample(now, time, roundTrip);
        return new RouteFlow(fetched, runs.Length, [.. runs.Select(run => run.LevelRate).Where(rate => rate > 0)],
            // A stream that waits for a limit or a reader is not silent.
            runs.Length == 0 ? 0 : runs.Max(run => run is { IsHeldBack: true, LastByteAt: not 0 } ? now : run.LastByteAt), asked, deaths);
    }

    /// <summary>Returns the data delivered by each route, for views; empty if there is only one.</summary>
    /// <param name="all">The routes.</param>
    /// <param name="isOver">Whether the run is over: then its rate is that of the complete run, and its streams are the highest number
    /// reached.</param>
    public IReadOnlyList<RouteShare> Shares(IReadOnlyList<Route> all, bool isOver)
    {
        if (all.Count == 1) return [];
        var seconds = Math.Max(time.GetElapsedTime(_started).TotalSeconds, 0.001);
        lock (_lock)
        {
            return [.. all.Select((route, i) => (Route: route, Tally: _tallies[i])).Select(entry => new RouteShare(
                entry.Route.SourceName,
                entry.Route.LocalPath?.ToString(),
                Fetched(entry.Route.Index),
                isOver ? Fetched(entry.Route.Index) / seconds : entry.Tally.Rate,
                isOver ? entry.Tally.Most : entry.Tally.Receiving,
                entry.Route.Breaker.IsOpen))];
        }
    }

    private long Fetched(int route) => _tallies[route].Ended + SlotsOf(route).Sum(slot => slot.Run!.BytesReceived);

    private IEnumerable<Entry> SlotsOf(int route) => _slots.Where((slot, i) => i % routes == route && slot.Run is not null);

    /// <summary>Returns a snapshot of the transfer.</summary>
    public TransferSnapshot Sample(RunFiles files, TransferPhase phase, int wanted, IReadOnlyList<Route> all)
    {
        var now = time.GetTimestamp();
        Entry[] slots;
        lock (_lock) slots = [.. _slots];

        var (open, ended, unbegun) = files.Snapshot();
        var fetched = ended.Fetched + open.Sum(file => file.BytesFetched);
        _rate.TryAdd(time.GetElapsedTime(_started, now), fetched);
        var planned = open.Select(file => file.Open).OfType<OpenFile>().ToList();
        var isSized = unbegun.Count > unbegun.Unsized || ended.Count > ended.Unsized
            || planned.Any(file => file.Plan.Identity.Size is not null);
        return new TransferSnapshot
        {
            Elapsed = time.GetElapsedTime(_started, now),
            Phase = phase,
            BytesDone = ended.BytesDone + planned.Sum(BytesDone),
            BytesTotal = isSized ? ByteTotal.Of(
                [unbegun.Bytes, ended.Bytes, .. planned.Select(file => file.BytesShown ?? 0)]) : null,
            BytesFetched = fetched,
            BytesPerSecond = _rate.BytesPerSecond,
            FilesDone = files.Done,
            FilesTotal = files.Count,
            CurrentFile = files.CurrentName,
            ActiveStreams = slots.Count(slot => slot.State == StreamState.Receiving),
            WantedStreams = wanted,
            Routes = Shares(all, isOver: phase == TransferPhase.Done),
            Streams = [.. slots.Select((slot, i) => Row(slot, i)).Where(row => row.State != StreamState.Idle)],
            Files = [.. planned.Where(file => !file.IsEnded).Select(file => RowOf(file, slots))],
        };
    }

    private static long BytesDone(OpenFile file)
    {
        if (file.IsEnded) return FileSums.InPlace(file.Transfer);
        var shown = file.Shown;
        var written = shown.Length - file.Map.Missing(shown).Sum(gap => gap.Length);
        // For display, blocks still filling count as done: the bytes received, not the bytes written.
        var inFlight = file.Queue.Runs().Sum(run => Math.Max(0, Math.Min(run.Position, shown.End) - Math.Max(run.Start, shown.Start)));
        return Math.Min(Math.Max(written, Math.Min(inFlight, file.Receipts.Bytes)), shown.Length);
    }

    private static StreamSnapshot Row(Entry slot, int index) =>
        new(index, slot.State, slot.File?.Name ?? "", slot.Run?.Start ?? 0, slot.Run?.Position ?? 0, slot.Run?.End ?? 0,
            slot.Run?.BytesPerSecond ?? 0);

    private static FileSnapshot RowOf(OpenFile file, Entry[] slots)
    {
        var own = slots.Where(slot => slot.File == file.Transfer).ToList();
        return new FileSnapshot(
            file.Item.TargetPath, BytesDone(file), file.BytesShown, own.Count, own.Sum(slot => slot.Run?.BytesPerSecond ?? 0));
    }

    private readonly record struct Entry(StreamState State, FileTransfer? File, SegmentRun? Run);
}

/// <summary>The sums of one route in one run. Protected by its owner's lock.</summary>
internal sealed class RouteTally
{
    private readonly SmoothedRate _rate = new(TransferMeter.Memory);

    /// <summary>Bytes of completed ranges.</summary>
    public long Ended { get; set; }

    /// <summary>Broken data connections not yet reported.</summary>
    public int Deaths { get; set; }

    /// <summary>Goodput, smoothed over about 2 s, bytes per second.</summary>
    public double Rate => _rate.BytesPerSecond;

    /// <summary>Streams that are receiving.</summary>
    public int Receiving { get; private set; }

    /// <summary>The highest number of streams that received at once.</summary>
    public int Most { get; private set; }

    /// <summary>Takes one sample.</summary>
    public void Sample(long fetched, int receiving, TimeSpan elapsed)
    {
        (Receiving, Most) = (receiving, Math.Max(Most, receiving));
        _rate.TryAdd(elapsed, fetched);
    }
}
