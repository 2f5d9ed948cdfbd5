namespace Accelerator.Engine.Streams;

/// <summary>The rate of a byte counter, with an exponential memory. Two samples within a twentieth of a second are one.</summary>
/// <param name="memory">Seconds after which a change has come through by two thirds.</param>
internal sealed class SmoothedRate(double memory)
{
    private const double Least = 0.05;

    private TimeSpan _at;

    /// <summary>The counter at the last sample that was taken.</summary>
    public long Bytes { get; private set; }

    /// <summary>Bytes per second; 0 before the first sample.</summary>
    public double BytesPerSecond { get; private set; }

    /// <summary>Takes a sample.</summary>
    /// <param name="elapsed">Since the counter stood at 0; only goes forward.</param>
    /// <param name="bytes">The counter.</param>
    /// <returns>False for one that came too soon.</returns>
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
