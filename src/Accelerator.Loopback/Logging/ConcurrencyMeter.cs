namespace Accelerator.Loopback.Logging;

/// <summary>Counts entries, and the current and peak number of concurrent ones.</summary>
internal sealed class ConcurrencyMeter
{
    private readonly object _gate = new();
    private int _opened;
    private int _current;
    private int _peak;

    public int Opened { get { lock (_gate) return _opened; } }

    public int Current { get { lock (_gate) return _current; } }

    public int Peak { get { lock (_gate) return _peak; } }

    /// <summary>Adds an entry and returns its ordinal, from 1.</summary>
    public int Enter()
    {
        lock (_gate)
        {
            _peak = Math.Max(_peak, ++_current);
            return ++_opened;
        }
    }

    public void Leave()
    {
        lock (_gate) _current--;
    }

    /// <summary>Enters; the first disposal of the result leaves.</summary>
    public IDisposable EnterPlace()
    {
        Enter();
        return new Place(this);
    }

    private sealed class Place(ConcurrencyMeter meter) : IDisposable
    {
        private int _left;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _left, 1) == 0) meter.Leave();
        }
    }
}
