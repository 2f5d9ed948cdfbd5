namespace Accelerator.Cli.Report;

/// <summary>How one stream went through one range of a file: a line of moments and offsets.</summary>
/// <param name="slot">The stream.</param>
/// <param name="start">First byte of the range.</param>
/// <param name="ranges">Ranges that the line stands for: more than 1 where a long run was thinned.</param>
internal sealed class ByteHistory(int slot, long start, int ranges = 1)
{
    private readonly List<(TimeSpan At, long Position)> _knots = [];

    /// <summary>The stream; of several ranges that of the largest.</summary>
    public int Slot { get; } = slot;

    /// <summary>First byte of the range.</summary>
    public long Start { get; } = start;

    /// <summary>Ranges that the line stands for.</summary>
    public int Ranges { get; } = ranges;

    /// <summary>The line.</summary>
    public IReadOnlyList<(TimeSpan At, long Position)> Knots => _knots;

    /// <summary>The byte after the last one.</summary>
    public long End => _knots[^1].Position;

    /// <summary>Bytes it covers.</summary>
    public long Bytes => End - Start;

    /// <summary>Draws the line on. Knots nearer to each other than <paramref name="grain"/> become one.</summary>
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

    /// <summary>Draws the line again with fewer knots.</summary>
    public void Thin(TimeSpan grain)
    {
        (TimeSpan At, long Position)[] all = [.. _knots];
        _knots.Clear();
        foreach (var (at, position) in all) Reach(at, position, grain);
    }

    /// <summary>One straight line for this range and another: from the first byte of both to the last, in the time of both.</summary>
    public ByteHistory With(ByteHistory other)
    {
        var first = Math.Min(Start, other.Start);
        var line = new ByteHistory(other.Bytes > Bytes ? other.Slot : Slot, first, Ranges + other.Ranges);
        line.Reach(Knots[0].At < other.Knots[0].At ? Knots[0].At : other.Knots[0].At, first, TimeSpan.Zero);
        line.Reach(Knots[^1].At > other.Knots[^1].At ? Knots[^1].At : other.Knots[^1].At, Math.Max(End, other.End), TimeSpan.Zero);
        return line;
    }
}
