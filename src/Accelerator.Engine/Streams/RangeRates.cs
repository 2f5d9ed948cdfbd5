namespace Accelerator.Engine.Streams;

/// <summary>
/// What one stream brings at a site, its set-up counted: the median of the last ranges. A single slow one, or fast one, does not move it.
/// </summary>
internal sealed class RangeRates
{
    private const int Most = 15;

    private readonly object _lock = new();
    private readonly Queue<double> _rates = new(Most);

    /// <summary>Bytes per second; 0 while no range has come.</summary>
    public double Usual
    {
        get { lock (_lock) return _rates.Count == 0 ? 0 : _rates.Order().ElementAt(_rates.Count / 2); }
    }

    /// <summary>A range has come, or the part of it that was left to its stream.</summary>
    /// <param name="bytes">Bytes that it brought.</param>
    /// <param name="time">From the decision to fetch it to its end.</param>
    public void Add(long bytes, TimeSpan time)
    {
        if (bytes <= 0 || time <= TimeSpan.Zero) return;
        lock (_lock)
        {
            if (_rates.Count == Most) _rates.Dequeue();
            _rates.Enqueue(bytes / time.TotalSeconds);
        }
    }
}
