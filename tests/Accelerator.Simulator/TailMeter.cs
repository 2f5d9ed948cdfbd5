namespace Accelerator.Simulator;

/// <summary>Measures how much of a path is idle while the last fifth of a file arrives.</summary>
internal sealed class TailMeter(SimulatedPath path)
{
    private const double Tail = 0.2;

    private double? _from;

    /// <summary>Records the bytes in place.</summary>
    public void Note(double now, double bytes)
    {
        if (bytes >= (1 - Tail) * path.Size) _from ??= now;
    }

    /// <summary>Returns the idle share, 0 to 1.</summary>
    /// <param name="end">The time of the last byte, seconds.</param>
    public double Idle(double end)
    {
        var seconds = end - (_from ?? end);
        return seconds <= 0 ? 0 : Math.Clamp(1 - (Tail * path.Size / path.Rate / seconds), 0, 1);
    }
}
