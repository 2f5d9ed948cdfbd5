using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>Which bytes of one file came when, by which stream, in at most <see cref="MostKnots"/> knots.</summary>
internal sealed class FileTrails(TransferPlan plan)
{
    /// <summary>Most points of all lines together.</summary>
    public const int MostKnots = 6000;

    private readonly List<ByteTrail> _trails = [];
    private readonly ByteTrail?[] _open = new ByteTrail?[64];
    private TimeSpan _grain = TimeSpan.FromMilliseconds(100);
    private int _knots;

    /// <summary>What was planned for the file.</summary>
    public TransferPlan Plan { get; } = plan;

    /// <summary>The lines, in the order they began.</summary>
    public IReadOnlyList<ByteTrail> Trails => _trails;

    /// <summary>Lines that were too small to keep.</summary>
    public int LeftOut { get; private set; }

    /// <summary>The stream's bar, which is on this file, has come to where it is.</summary>
    public void Follow(int slot, LaneSpan span)
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
        if (_knots > 3 * _trails.Count)
        {
            _grain *= 2;
            foreach (var trail in _trails) trail.Thin(_grain);
            _knots = _trails.Sum(trail => trail.Knots.Count);
            if (_knots < MostKnots * 3 / 4) return;
        }

        // Many short ranges: the smaller half is less than a pixel of a picture with so many.
        var small = _trails.Except(_open.OfType<ByteTrail>()).OrderBy(trail => trail.Bytes).Take(_trails.Count / 2).ToHashSet();
        LeftOut += _trails.RemoveAll(small.Contains);
        _knots = _trails.Sum(trail => trail.Knots.Count);
    }
}
