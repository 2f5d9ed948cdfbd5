using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>Records which stream fetched which bytes of one file and when, in at most <see cref="MostKnots"/> knots.</summary>
internal sealed class FileHistory(TransferPlan plan)
{
    /// <summary>The maximum number of points of all lines together.</summary>
    public const int MostKnots = 6000;

    private List<ByteHistory> _histories = [];
    private readonly ByteHistory?[] _open = new ByteHistory?[64];
    private TimeSpan _grain = TimeSpan.FromMilliseconds(100);
    private double _height = 1.0 / 512;
    private int _knots;

    /// <summary>The plan of the file.</summary>
    public TransferPlan Plan { get; } = plan;

    /// <summary>The lines.</summary>
    public IReadOnlyList<ByteHistory> Histories => _histories;

    /// <summary>Records the progress of the stream's current bar, which is on this file.</summary>
    public void Follow(int slot, StreamSpan span)
    {
        var history = _open[slot];
        // A range that is fetched again begins a new line: its first bytes come later than the old line's last.
        if (history is null || history.Start != span.Start || history.Knots[0].At != span.From)
        {
            history = new ByteHistory(slot, span.Start);
            history.Reach(span.From, span.Start, _grain);
            _open[slot] = history;
            _histories.Add(history);
            _knots++;
        }
        var before = history.Knots.Count;
        history.Reach(span.To, span.Position, _grain);
        _knots += history.Knots.Count - before;
        if (_knots > MostKnots) Thin();
    }

    private void Thin()
    {
        while (_knots > MostKnots * 3 / 4 && _knots > 3 * _histories.Count)
        {
            _grain *= 2;
            foreach (var history in _histories) history.Thin(_grain);
            Count();
        }
        if (_knots <= MostKnots * 3 / 4) return;

        // For many short ranges, neighbours in the file with a combined height of less than one pixel are drawn as one; if that is not
        // enough, less than two.
        Join();
        while (_knots > MostKnots * 3 / 4 && _height < 1)
        {
            _height *= 2;
            Join();
        }
    }

    private void Join()
    {
        var height = Math.Max(_histories.Max(history => history.End), Plan.Identity.Size ?? 0) * _height;
        var open = _open.OfType<ByteHistory>().ToHashSet();
        var joined = new List<ByteHistory>();
        foreach (var history in _histories.Where(history => !open.Contains(history)).OrderBy(history => history.Start))
        {
            if (joined.Count > 0 && Math.Max(joined[^1].End, history.End) - joined[^1].Start <= height)
                joined[^1] = joined[^1].With(history);
            else joined.Add(history);
        }
        _histories = [.. joined, .. _histories.Where(open.Contains)];
        Count();
    }

    private void Count() => _knots = _histories.Sum(history => history.Knots.Count);
}
