using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>Which bytes of one file came when, by which stream, in at most <see cref="MostKnots"/> knots.</summary>
internal sealed class FileTrails(TransferPlan plan)
{
    /// <summary>Most points of all lines together.</summary>
    public const int MostKnots = 6000;

    private List<ByteTrail> _trails = [];
    private readonly ByteTrail?[] _open = new ByteTrail?[64];
    private TimeSpan _grain = TimeSpan.FromMilliseconds(100);
    private double _height = 1.0 / 512;
    private int _knots;

    /// <summary>What was planned for the file.</summary>
    public TransferPlan Plan { get; } = plan;

    /// <summary>The lines.</summary>
    public IReadOnlyList<ByteTrail> Trails => _trails;

    /// <summary>The stream's bar, which is on this file, has come to where it is.</summary>
    public void Follow(int slot, StreamSpan span)
    {
        var trail = _open[slot];
        // A range that is fetched again begins a new line: its first bytes come later than the old line's last.
        if (trail is null || trail.Start != span.Start || trail.Knots[0].At != span.From)
        {
            trail = new ByteTrail(slot, span.Start);
            trail.Reach(span.From, span.Start, _grain);
            _open[slot] = trail;
            _trails.Add(trail);
            _knots++;
        }
        var before = trail.Knots.Count;
        trail.Reach(span.To, span.Position, _grain);
        _knots += trail.Knots.Count - before;
        if (_knots > MostKnots) Thin();
    }

    private void Thin()
    {
        while (_knots > MostKnots * 3 / 4 && _knots > 3 * _trails.Count)
        {
            _grain *= 2;
            foreach (var trail in _trails) trail.Thin(_grain);
            Count();
        }
        if (_knots <= MostKnots * 3 / 4) return;

        // Many short ranges: neighbours in the file that are together lower than a pixel are drawn as one; where that is not enough, than two.
        Join();
        while (_knots > MostKnots * 3 / 4 && _height < 1)
        {
            _height *= 2;
            Join();
        }
    }

    private void Join()
    {
        var height = Math.Max(_trails.Max(trail => trail.End), Plan.Identity.Size ?? 0) * _height;
        var open = _open.OfType<ByteTrail>().ToHashSet();
        var joined = new List<ByteTrail>();
        foreach (var trail in _trails.Where(trail => !open.Contains(trail)).OrderBy(trail => trail.Start))
        {
            if (joined.Count > 0 && Math.Max(joined[^1].End, trail.End) - joined[^1].Start <= height) joined[^1] = joined[^1].With(trail);
            else joined.Add(trail);
        }
        _trails = [.. joined, .. _trails.Where(open.Contains)];
        Count();
    }

    private void Count() => _knots = _trails.Sum(trail => trail.Knots.Count);
}
