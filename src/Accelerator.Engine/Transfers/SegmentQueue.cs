using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// Who fetches which bytes of one file. The only place where the end of a range moves: <see cref="TrySteal"/> cuts a run's end down for an
/// idle stream, <see cref="Claim"/> extends it into free bytes, both under one lock and never below a byte already handed out.
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
    private bool _isRestarting;
    private int _givenUp;

    /// <summary>A queue over the bytes that are missing.</summary>
    /// <param name="missing">What has to be fetched.</param>
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
    /// Whether nothing is free and nothing runs. Never between <see cref="RevokeAll"/> and <see cref="Restart"/>: then all is to come.
    /// </summary>
    public bool IsExhausted
    {
        get { lock (_lock) return !_isRestarting && _free.IsEmpty && _runs.Count == 0; }
    }

    /// <summary>How often the file was started again. Eight streams that find the same trouble must not restart it eight times.</summary>
    public int Generation { get; private set; }

    /// <summary>Whether the file comes in one stream, from byte 0. Set after <see cref="Generation"/>.</summary>
    public bool IsSingle { get; private set; }

    /// <summary>Whether no run exists.</summary>
    public bool IsIdle
    {
        get { lock (_lock) return _runs.Count == 0; }
    }

    /// <summary>Gives an idle stream a range that nobody fetches: planned, else free. Null when there is none.</summary>
    /// <param name="slot">The stream.</param>
    /// <param name="isFirst">
    /// Whether it is the stream's first range of this file. The plan says where streams start; where fewer come than it has starts, because
    /// the server lets no more in, those that are there take the rest in long ranges (6 of 32 ended 512 MiB in 28 s instead of 22).
    /// </param>
    /// <param name="route">The stream's lane.</param>
    public SegmentRun? TryTake(int slot, bool isFirst = true, Route? route = null)
    {
        lock (_lock)
        {
            if (IsSingle && _runs.Count > 0) return null;
            return ((isFirst ? TakePlanned() : null) ?? TakeFree()) is { } range ? Begin(slot, range, isStolen: false, route) : null;
        }
    }

    /// <summary>Gives an idle stream a part of a run that would end late. Null when none pays.</summary>
    /// <param name="slot">The stream.</param>
    /// <param name="path">What its data connection costs.</param>
    /// <param name="thieves">Streams that take work now, this one counted.</param>
    /// <param name="isSpare">Whether it only stands by: then near the end only, see <see cref="StealPolicy.Relieve"/>.</param>
    /// <param name="route">The stream's lane.</param>
    public SegmentRun? TrySteal(int slot, PathView path, int thieves = 1, bool isSpare = false, Route? route = null)
    {
        lock (_lock)
        {
            // Revoked runs are still in the list until their streams let go: a part of one would be fetched as if it were of the new start.
            if (IsSingle || _isRestarting) return null;
            var choice = isSpare ? StealPolicy.Relieve(Views(route), path, _limits.Minimum, thieves)
                : StealPolicy.Choose(Views(route), path, _limits.Minimum, thieves);
            return Cut(choice) is { } range ? Begin(slot, range, isStolen: true, route) : null;
        }
    }

    /// <summary>Runs whose successors should begin now; see <see cref="StealPolicy.Ending"/>.</summary>
    /// <param name="path">What a new data connection costs.</param>
    /// <param name="route">Of which lane.</param>
    public int Ending(PathView path, Route? route = null)
    {
        lock (_lock) return IsSingle ? 0 : StealPolicy.Ending(Views(route), path);
    }

    /// <summary>
    /// Names a run for which an idle stream would wait far longer than a new connection takes for the same bytes, claimed ones too. Its
    /// transfer is to be ended: then its stream lets go, and what it has not received is free. Each run is named once. Nothing is cut from
    /// under a stream that receives, so no byte has two owners, and the seam above is left to the one that comes instead: at 2 KB/s those
    /// 64 KiB alone take half a minute.
    /// </summary>
    /// <param name="usual">What a stream brings here, bytes per second; 0 where nobody knows.</param>
    /// <param name="path">What a new data connection costs.</param>
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
    /// Hands out the next bytes of a run, up to <paramref name="wanted"/>, extending the run into free bytes at its end: going on costs
    /// nothing, a new RETR costs three round trips and a slow start.
    /// </summary>
    /// <returns>The new end of what the stream may receive; unchanged when the run is at its end.</returns>
    public long Claim(SegmentRun run, long wanted)
    {
        lock (_lock)
        {
            if (run.IsRevoked) return run.Claimed;
            if (run.Claimed == run.End && !run.IsLetGo) Extend(run);
            run.Claimed = Math.Min(run.Claimed + Math.Min(wanted, long.MaxValue - run.Claimed), run.End);
            return run.Claimed;
        }
    }

    /// <summary>
    /// Ends a run at the bytes that were handed out to its stream; the rest is free for others. One that has none yet goes on, and so does
    /// a file's only one.
    /// </summary>
    public void LetGo(SegmentRun run)
    {
        lock (_lock)
        {
            if (!IsSingle && !_isRestarting && _runs.Contains(run)) End(run);
        }
    }

    /// <summary>
    /// From now on streams work from the front, each in a part of this length (<see cref="OrderPolicy"/>). Longer ones are cut, for the end
    /// of a RETR is ours to move: what is cut off is free.
    /// </summary>
    public void Order(long part)
    {
        lock (_lock)
        {
            if (IsSingle || _isRestarting) return;
            _part = part;
            _planned.Clear();
            foreach (var run in _runs.Where(run => !run.IsLetGo && run.End - run.Claimed > 2 * part))
            {
                _free.Add(new ByteRange(run.Claimed + part, run.End));
                run.End = run.Claimed + part;
            }
        }
    }

    /// <summary>
    /// Where ranges are given from the front, a stream that is one too many does not go on to the end of its part: what it holds up lies
    /// before what others fetch. Those farthest from the front end, as long as there is something else to fetch.
    /// </summary>
    /// <param name="route">Of which lane.</param>
    /// <param name="wanted">Streams that it is to have.</param>
    public void LetGoSurplus(Route? route, int wanted)
    {
        lock (_lock)
        {
            if (_part is null || IsSingle || _isRestarting || _free.IsEmpty) return;
            var mine = _runs.Where(run => run.Route == route && !run.IsLetGo).OrderBy(run => run.Start).ToList();
            foreach (var run in mine.Skip(wanted)) End(run);
        }
    }

    /// <summary>The stream is done with its run; what it has not received is free again.</summary>
    public void Release(SegmentRun run)
    {
        lock (_lock)
        {
            _runs.Remove(run);
            if (run.Position == run.End && !run.IsGivenUp) _givenUp = 0;
            if (!run.IsRevoked && run.Position < run.End) _free.Add(new ByteRange(run.Position, run.End));
        }
    }

    /// <summary>The data ended, orderly, where the server's file ends: for a file whose size nobody could tell.</summary>
    public void EndAt(SegmentRun run)
    {
        lock (_lock)
        {
            run.End = run.Position;
            _free.Remove(new ByteRange(run.Position, long.MaxValue));
        }
    }

    /// <summary>
    /// Takes every run back, so that the file can be started again. The streams let go by and by; see <see cref="IsIdle"/>.
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

    /// <summary>What was fetched has to be fetched again. While the file is being started over all of it is to come anyway.</summary>
    public void Free(IEnumerable<ByteRange> ranges)
    {
        lock (_lock)
        {
            if (_isRestarting) return;
            foreach (var range in ranges) _free.Add(range);
        }
    }

    /// <summary>The runs as they are now.</summary>
    public SegmentRun[] Runs()
    {
        lock (_lock) return [.. _runs];
    }

    private void End(SegmentRun run)
    {
        if (run.IsLetGo || run.Position == run.Start) return;
        run.IsLetGo = true;
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
        if (range.IsEmpty) return null;
        var longest = Math.Min(_limits.Maximum, _part ?? long.MaxValue);
        return range.Length <= longest || IsSingle ? range : new ByteRange(range.Start, range.Start + longest);
    }

    private List<RunView> Views(Route? asking) =>
        _runs.ConvertAll(run => new RunView(run.Claimed, run.End, run.LevelRate > 0 ? run.LevelRate : run.RecentRate, run.LevelRate > 0)
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
        if (!IsSingle && next.Length > _part) next = new ByteRange(next.Start, next.Start + _part.Value);
        run.End = next.End;
        _free.Remove(next);
    }
}
