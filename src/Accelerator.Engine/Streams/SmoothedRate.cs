namespace Accelerator.Engine.Streams;

/// <summary>The rate of a byte counter, exponentially smoothed. Two samples within a twentieth of a second count as one.</summary>
/// <param name="memory">Seconds after which two thirds of a change are reflected.</param>
internal sealed class SmoothedRate(double memory)
{
    private const double Least = 0.05;

    private TimeSpan _at;

    /// <summary>The counter at the last accepted sample.</summary>
    public long Bytes { get; private set; }

    /// <summary>Bytes per second; 0 before the first sample.</summary>
    public double BytesPerSecond { get; private set; }

    /// <summary>Adds a sample.</summary>
    /// <param name="elapsed">Time since the counter was 0; must not decrease.</param>
    /// <param name="bytes">The counter.</param>
    /// <returns>False for a sample that came too soon.</returns>
    public bool TryAdd(TimeSpan elapsed, long bytes)
    {
        var seconds = (elapsed - _at).TotalSeconds;
        if (seconds < Least) return false;
        var rate = (bytes - Bytes) / seconds;
        BytesPerSecond += (rate - BytesPerSecond) * (BytesPerSecond == 0 ? 1 : 1 - Math.Exp(-seconds / memory));
        (Bytes, _at) = (bytes, elapsed);
        return true;
    }
}
