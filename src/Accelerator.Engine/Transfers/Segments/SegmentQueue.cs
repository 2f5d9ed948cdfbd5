using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers.Segments;

/// <summary>
/// Assigns the bytes of one file to streams. The only place where the end of a range moves: <see cref="TrySteal"/> shortens a run for an
/// idle stream, <see cref="Claim"/> extends it into free bytes, both under one lock and never below a byte already assigned.
/// </summary>
internal sealed class SegmentQueue
{
    private readonly object _lock = new();
    private readonly IntervalSet _free = new();
    private readonly List<SegmentRun> _runs = [];
    private readonly Queue<ByteRange> _planned;
    private readonly SegmentLimits _limits;
    private readonly TimeProvider _time;
    private long? _part;
    private long _limit = long.MaxValue;
    private bool _isRestarting;
    private int _givenUp;

    /// <summary>Creates a queue over the missing bytes.</summary>
    /// <param name="missing">The ranges to fetch.</param>
    /// <param name="planned">Where the first streams start, in order.</param>
    /// <param name="single">Whether only one run may exist at a time, from byte 0.</param>
    /// <param name="limits">Bounds on lengths.</param>
    /// <param name="time">Clock.</param>
    public SegmentQueue(IEnumerable<ByteRange> missing, IEnumerable<ByteRange> planned, bool single, SegmentLimits limits,
        TimeProvider time)
    {
        foreach (var range in missing) _free.Add(range);
        _planned = new Queue<ByteRange>(planned);
        IsSingle = single;
        _limits = limits;
        _time = time;
    }

    /// <summary>
    /// Whether nothing is free and no run exists. Always false between <see cref="RevokeAll"/> and <see cref="Restart"/>: then all bytes
    /// are still to come.
    /// </summary>
    public bool IsExhausted
    {
        get { lock (_lock) return !_isRestarting && _free.IsEmpty && _runs.Count == 0; }
    }

    /// <summary>The number of restarts of the file. Eight streams that find the same failure must not restart it eight times.</summary>
    public int Generation { get; private set; }

    /// <summary>Whether the file comes in one stream, from byte 0. Set after <see cref="Generation"/>.</summary>
    public bool IsSingle { get; private set; }

    /// <summary>Whether no run exists.</summary>
    public bool IsIdle
    {
        get { lock (_lock) return _runs.Count == 0; }
    }

    /// <summary>
    /// The bytes that are assigned before all others, and beyond any limit, because they show that the server's offsets are right. Empty,
    /// the default, for none.
    /// </summary>
    public ByteRange Urgent { get; init; }

    /// <summary>Signals that the limit of <see cref="SetLimit"/> has changed.</summary>
    public WakeSignal LimitChanged { get; } = new();

    /// <summary>Assigns an unassigned range to an idle stream: planned, else free. Null when there is none.</summary>
    /// <param name="slot">The stream.</param>
    /// <param name="isFirst">Whether it is the stream's first range of this file. The plan gives the streams' starts; if fewer streams come
    /// than it has starts, because the server admits no more, these take the rest in long ranges (6 of 32 ended 512 MiB in 28 s instead of
    /// 22).</param>
    /// <param name="route">The stream's route.</param>
    public SegmentRun? TryTake(int slot, bool isFirst = true, Route? route = null)
    {
        lock (_lock)
        {
            if (IsSingle && _runs.Count > 0) return null;
            return (TakeUrgent() ?? (isFirst ? TakePlanned() : null) ?? TakeFree()) is { } range
                ? Begin(slot, range, isStolen: false, route) : null;
        }
    }

    /// <summary>Assigns a part of a run that would end late to an idle stream. Null when it does not pay.</summary>
    /// <param name="slot">The stream.</param>
    /// <param name="path">The cost of its data connection.</param>
    /// <param name="thieves">Streams that take work now, including this one.</param>
    /// <param name="isSpare">Whether it is a standby stream, which steals only near the end; see <see cref="StealPolicy.Relieve"/>.</param>
    /// <param name="route">The stream's route.</param>
    public SegmentRun? TrySteal(int slot, PathView path, int thieves = 1, bool isSpare = false, Route? route = null)
    {
        lock (_lock)
        {
            // Do not steal during a restart: revoked runs stay in the list until their streams release them, and a part stolen from one
            // would be fetched as if it belonged to the new generation.
            if (IsSingle || _isRestarting) return null;
            // Bytes beyond the limit are no reason to steal: a stream that waits there is not slow, and the thief would wait too.
            var views = Views(route, _limit);
            var choice = isSpare ? StealPolicy.Relieve(views, path, _limits.Minimum, thieves)
                : StealPolicy.Choose(views, path, _limits.Minimum, thieves);
            return Cut(choice) is { } range ? Begin(slot, range, isStolen: true, route) : null;
        }
    }

    /// <summary>Returns the number of runs whose successors should start now; see <see cref="StealPolicy.Ending"/>.</summary>
    /// <param name="path">The cost of a new data connection.</param>
    /// <param name="route">The route.</param>
    public int Ending(PathView path, Route? route = null)
    {
        lock (_lock) return IsSingle ? 0 : StealPolicy.Ending(Views(route), path);
    }

    /// <summary>
    /// Returns a run for which an idle stream would wait far longer than a new connection takes for the same bytes, claimed ones included.
    /// Its transfer is to be ended: then its stream releases it, and the bytes not received are free. Each run is returned once. No bytes
    /// are taken from a receiving stream, so no byte has two owners, and the seam above is left to the successor: at 2 KB/s those 64 KiB
    /// alone take half a minute.
    /// </summary>
    /// <param name="usual">The usual rate of a stream here, bytes per second; 0 when unknown.</param>
    /// <param name="path">The cost of a new data connection.</param>
    public SegmentRun? TakeLate(double usual, PathView path)
    {
        lock (_lock)
        {
            if (IsSingle || _isRestarting) return null;
            var late = _runs.Find(run => run is { IsGivenUp: false, IsHeldBack: false }
                && StealPolicy.IsLate(run.End - run.Position + SeamSample.Length, run.LongRate, usual, path, _givenUp));
            if (late is null) return null;
            late.IsGivenUp = true;
            _givenUp++;
            return late;
        }
    }

    /// <summary>
    /// Assigns the next bytes of a run, up to <paramref name="wanted"/>, extending the run into free bytes at its end: continuing costs
    /// nothing, a new RETR costs three round trips and a slow start.
    /// </summary>
    /// <returns>The new end of what the stream may receive; unchanged when the run is at its end.</returns>
    public long Claim(SegmentRun run, long wanted)
    {
        lock (_lock)
        {
            if (run.IsRevoked) return run.Claimed;
            if (run.Claimed == run.End && !run.IsTruncated) Extend(run);
            var most = IsUrgent(run) ? run.End : Math.Min(run.End, _limit);
            run.Claimed = Math.Min(run.Claimed + Math.Min(wanted, long.MaxValue - run.Claimed), most);
            return run.Claimed;
        }
    }

    /// <summary>
    /// Ends a run at the bytes assigned to its stream; the rest is free for others. A run that has received no bytes continues, and so does
    /// a file's only run.
    /// </summary>
    public void Truncate(SegmentRun run)
    {
        lock (_lock)
        {
            if (!IsSingle && !_isRestarting && _runs.Contains(run)) End(run);
        }
    }

    /// <summary>
    /// Makes streams work from the front from now on, each in a part of this length (<see cref="OrderPolicy"/>). Longer runs are cut,
    /// because the end of a RETR can be moved: the bytes cut off are free.
    /// </summary>
    public void Order(long part)
    {
        lock (_lock)
        {
            if (IsSingle || _isRestarting) return;
            _part = part;
            _planned.Clear();
            foreach (var run in _runs.Where(run => !run.IsTruncated && run.End - run.Claimed > 2 * part))
            {
                _free.Add(new ByteRange(run.Claimed + part, run.End));
                run.End = run.Claimed + part;
            }
        }
    }

    /// <summary>
    /// Sets the offset from which on no byte is assigned for now: a reader of the file has to catch up first. Default: no limit. It may
    /// only grow, so that no assigned byte lies beyond it.
    /// </summary>
    public void SetLimit(long limit)
    {
        lock (_lock)
        {
            if (limit == _limit) return;
            _limit = limit;
        }
        LimitChanged.Set();
    }

    /// <summary>Returns whether a run has bytes left, and all of them lie beyond the limit.</summary>
    public bool IsAtLimit(SegmentRun run)
    {
        lock (_lock) return !run.IsRevoked && run.Claimed < run.End && run.Claimed >= _limit && !IsUrgent(run);
    }

    /// <summary>
    /// Ends a run that waits at the limit when bytes in front of it are free: if its stream is the only one left, no other stream would
    /// fetch them, and the limit would never move. Only the run farthest from the front ends.
    /// </summary>
    public void YieldToFront(SegmentRun run)
    {
        lock (_lock)
        {
            if (IsSingle || _isRestarting || _runs.Exists(other => other.Start > run.Start)) return;
            if (!_free.FirstWithin(new ByteRange(0, run.Position)).IsEmpty) End(run);
        }
    }

    /// <summary>
    /// Ends surplus runs when ranges are assigned from the front. A surplus stream must not continue to the end of its part, because the
    /// bytes it delays precede those that others fetch. The runs farthest from the front end, as long as there is something else to fetch.
    /// </summary>
    /// <param name="route">The route.</param>
    /// <param name="wanted">The number of streams it is to have.</param>
    public void TruncateSurplus(Route? route, int wanted)
    {
        lock (_lock)
        {
            if (_part is null || IsSingle || _isRestarting || _free.IsEmpty) return;
            var mine = _runs.Where(run => run.Route == route && !run.IsTruncated).OrderBy(run => run.Start).ToList();
            foreach (var run in mine.Skip(wanted)) End(run);
        }
    }

    /// <summary>Releases a stream's run; the bytes not received are free again.</summary>
    public void Release(SegmentRun run)
    {
        lock (_lock)
        {
            _runs.Remove(run);
            if (run.Position == run.End && !run.IsGivenUp) _givenUp = 0;
            if (!run.IsRevoked && run.Position < run.End) _free.Add(new ByteRange(run.Position, run.End));
        }
    }

    /// <summary>Ends the file where the server's data ended in good order: for a file of unknown size.</summary>
    public void EndAt(SegmentRun run)
    {
        lock (_lock)
        {
            run.End = run.Position;
            _free.Remove(new ByteRange(run.Position, long.MaxValue));
        }
    }

    /// <summary>
    /// Revokes every run, so that the file can be restarted. The streams release them in the background; see <see cref="IsIdle"/>.
    /// </summary>
    public void RevokeAll(Exception reason)
    {
        SegmentRun[] revoked;
        lock (_lock)
        {
            _isRestarting = true;
            Generation++;
            _planned.Clear();
            _free.Remove(new ByteRange(0, long.MaxValue));
            revoked = [.. _runs];
            foreach (var run in revoked) run.IsRevoked = true;
        }
        foreach (var run in revoked) run.Abort?.Invoke(reason);
    }

    /// <summary>Starts over: all of <paramref name="missing"/> is free.</summary>
    public void Restart(ByteRange missing, bool single)
    {
        lock (_lock)
        {
            _isRestarting = false;
            IsSingle = single;
            _free.Add(missing);
        }
    }

    /// <summary>Frees bytes that must be fetched again. Does nothing during a restart, when all bytes are still to come.</summary>
    public void Free(IEnumerable<ByteRange> ranges)
    {
        lock (_lock)
        {
            if (_isRestarting) return;
            foreach (var range in ranges) _free.Add(range);
        }
    }

    /// <summary>Returns the present runs.</summary>
    public SegmentRun[] Runs()
    {
        lock (_lock) return [.. _runs];
    }

    private void End(SegmentRun run)
    {
        if (run.IsTruncated || run.Position == run.Start) return;
        run.IsTruncated = true;
        if (run.Claimed < run.End) _free.Add(new ByteRange(run.Claimed, run.End));
        run.End = run.Claimed;
    }

    private SegmentRun Begin(int slot, ByteRange range, bool isStolen, Route? route)
    {
        _free.Remove(range);
        var run = new SegmentRun(slot, range, Generation, isStolen, _time.GetTimestamp(), route);
        _runs.Add(run);
        return run;
    }

    private bool IsUrgent(SegmentRun run) => !Urgent.IsEmpty && !IsSingle && run.Start >= Urgent.Start && run.End <= Urgent.End;

    private ByteRange? TakeUrgent()
    {
        var left = IsSingle ? default : _free.FirstWithin(Urgent);
        return left.IsEmpty ? null : left;
    }

    private ByteRange? TakePlanned()
    {
        while (_planned.TryDequeue(out var planned))
        {
            var left = _free.FirstWithin(planned);
            if (!left.IsEmpty && left.Start == planned.Start) return left;
        }
        return null;
    }

    private ByteRange? TakeFree()
    {
        var range = _free.FirstWithin(new ByteRange(0, long.MaxValue));
        if (range.IsEmpty || range.Start >= _limit) return null;
        var longest = Math.Min(_limits.Maximum, _part ?? long.MaxValue);
        return range.Length <= longest || IsSingle ? range : new ByteRange(range.Start, range.Start + longest);
    }

    private List<RunView> Views(Route? asking, long limit = long.MaxValue) => _runs.ConvertAll(run => new RunView(
        run.Claimed, Math.Max(run.Claimed, Math.Min(run.End, limit)), run.LevelRate > 0 ? run.LevelRate : run.RecentRate, run.LevelRate > 0)
    {
        Path = run.Route is { } route && route != asking ? route.Path(isReady: false) : null,
    });

    private ByteRange? Cut((int Victim, long At)? choice)
    {
        if (choice is not { } cut) return null;
        var victim = _runs[cut.Victim];
        var taken = new ByteRange(cut.At, victim.End);
        victim.End = cut.At;
        return taken;
    }

    private void Extend(SegmentRun run)
    {
        if (run.End - run.Start >= _limits.Maximum && !IsSingle) return;
        var next = _free.FirstWithin(new ByteRange(run.End, long.MaxValue));
        if (next.IsEmpty || next.Start != run.End) return;
        // Only a run that began there shows that the offsets are right.
        if (next.Start == Urgent.Start && !IsSingle && !Urgent.IsEmpty) return;
        if (!IsSingle && next.Length > _part) next = new ByteRange(next.Start, next.Start + _part.Value);
        run.End = next.End;
        _free.Remove(next);
    }
}
