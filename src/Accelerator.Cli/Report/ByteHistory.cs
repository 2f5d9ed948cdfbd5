namespace Accelerator.Cli.Report;

/// <summary>The progress of one stream through one range of a file: a line of timestamps and offsets.</summary>
/// <param name="slot">The stream.</param>
/// <param name="start">First byte of the range.</param>
/// <param name="ranges">The number of ranges that the line represents: more than 1 if a long run was thinned.</param>
internal sealed class ByteHistory(int slot, long start, int ranges = 1)
{
    private readonly List<(TimeSpan At, long Position)> _knots = [];

    /// <summary>The stream; for several ranges, the stream of the largest.</summary>
    public int Slot { get; } = slot;

    /// <summary>First byte of the range.</summary>
    public long Start { get; } = start;

    /// <summary>The number of ranges that the line represents.</summary>
    public int Ranges { get; } = ranges;

    /// <summary>The points of the line.</summary>
    public IReadOnlyList<(TimeSpan At, long Position)> Knots => _knots;

    /// <summary>The byte after the last one.</summary>
    public long End => _knots[^1].Position;

    /// <summary>The number of bytes that the line covers.</summary>
    public long Bytes => End - Start;

    /// <summary>Extends the line. Knots nearer to each other than <paramref name="grain"/> become one.</summary>
    public void Reach(TimeSpan at, long position, TimeSpan grain)
    {
        if (_knots.Count > 0)
        {
            var (last, reached) = _knots[^1];
            if (at < last || position < reached || (at == last && position == reached)) return;
        }
        if (_knots.Count > 1 && at - _knots[^2].At < grain) _knots[^1] = (at, position);
        else _knots.Add((at, position));
    }

    /// <summary>Redraws the line with fewer knots.</summary>
    public void Thin(TimeSpan grain)
    {
        (TimeSpan At, long Position)[] all = [.. _knots];
        _knots.Clear();
        foreach (var (at, position) in all) Reach(at, position, grain);
    }

    /// <summary>
    /// Merges this range with another into one straight line: from the first byte of both to the last, over the time of both.
    /// </summary>
    public ByteHistory With(ByteHistory other)
    {
        var first = Math.Min(Start, other.Start);
        var line = new ByteHistory(other.Bytes > Bytes ? other.Slot : Slot, first, Ranges + other.Ranges);
        line.Reach(Knots[0].At < other.Knots[0].At ? Knots[0].At : other.Knots[0].At, first, TimeSpan.Zero);
        line.Reach(Knots[^1].At > other.Knots[^1].At ? Knots[^1].At : other.Knots[^1].At, Math.Max(End, other.End), TimeSpan.Zero);
        return line;
    }
}
