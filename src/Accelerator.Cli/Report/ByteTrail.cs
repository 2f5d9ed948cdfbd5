namespace Accelerator.Cli.Report;

/// <summary>How one stream went through one range of a file: a line of moments and offsets.</summary>
/// <param name="slot">The stream.</param>
/// <param name="start">First byte of the range.</param>
internal sealed class ByteTrail(int slot, long start)
{
    private readonly List<(TimeSpan At, long Position)> _knots = [];

    /// <summary>The stream.</summary>
    public int Slot { get; } = slot;

    /// <summary>First byte of the range.</summary>
    public long Start { get; } = start;

    /// <summary>The line.</summary>
    public IReadOnlyList<(TimeSpan At, long Position)> Knots => _knots;

    /// <summary>Bytes it covers.</summary>
    public long Bytes => _knots[^1].Position - Start;

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
}
