namespace Accelerator.Engine.Streams;

/// <summary>
/// The rate of one stream at a site, its set-up included: the median of the last ranges. A single slow or fast one does not change it.
/// </summary>
internal sealed class RangeRates
{
    private const int Most = 15;

    private readonly object _lock = new();
    private readonly Queue<double> _rates = new(Most);
    private double? _usual;

    /// <summary>The median in bytes per second; 0 while no range has completed.</summary>
    public double Usual
    {
        // Asked for far more often than it changes.
        get { lock (_lock) return _usual ??= _rates.Count == 0 ? 0 : _rates.Order().ElementAt(_rates.Count / 2); }
    }

    /// <summary>Adds a range that completed, or the part of it that was left to its stream.</summary>
    /// <param name="bytes">Bytes of the range.</param>
    /// <param name="time">Time from the decision to fetch it to its end.</param>
    public void Add(long bytes, TimeSpan time)
    {
        if (bytes <= 0 || time <= TimeSpan.Zero) return;
        lock (_lock)
        {
            if (_rates.Count == Most) _rates.Dequeue();
            _rates.Enqueue(bytes / time.TotalSeconds);
            _usual = null;
        }
    }
}
