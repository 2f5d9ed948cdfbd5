namespace Accelerator.Engine.Tests.Streams;

/// <summary>
/// A numerical model of a path and a server: each stream pays its set-up, doubles its rate every round trip up to its window, and all share
/// the line. Drives a <see cref="StreamController"/> in steps of a tenth of a second.
/// </summary>
internal sealed class SimulatedLink(StreamController controller)
{
    private const double Step = 0.1;
    private const double InitialWindow = 14_600;

    private readonly List<double> _ages = [];
    private double _seconds;
    private double _fetched;

    /// <summary>The line rate in bytes per second.</summary>
    public double Capacity { get; set; } = 117e6;

    /// <summary>The round-trip time in seconds.</summary>
    public double RoundTrip { get; set; } = 0.186;

    /// <summary>The most bytes in flight of one stream: the server's window, or the part of it that loss permits.</summary>
    public double Window { get; set; } = 64e6;

    /// <summary>The number of sessions that the server allows.</summary>
    public int Ceiling { get; set; } = int.MaxValue;

    /// <summary>The size of the file in bytes.</summary>
    public double Size { get; set; } = 1e12;

    /// <summary>The relative noise of the rates.</summary>
    public double Noise { get; set; }

    /// <summary>The source of the noise.</summary>
    public Random Random { get; set; } = new(1);

    /// <summary>Returns the rate of the other routes for a rate of this one.</summary>
    public Func<double, double> Others { get; set; } = _ => 0;

    /// <summary>Whether another route is trying a stream count of its own.</summary>
    public bool IsHeld { get; set; }

    public bool IsLocalBound { get; set; }

    public double Rate { get; private set; }

    public List<StreamDecision> Decisions { get; } = [];

    /// <summary>The number of streams wanted after each step.</summary>
    public List<int> Wanted { get; } = [];

    /// <summary>The rate of the streams wanted now once all of them have levelled off.</summary>
    public double Possible(int streams) => Math.Min(Capacity, streams * Window / RoundTrip);

    public void Run(double seconds)
    {
        for (var end = _seconds + seconds; _seconds < end && _fetched < Size;) Advance();
    }

    private void Advance()
    {
        _seconds += Step;
        var allowed = Math.Min(controller.Wanted, Ceiling);
        while (_ages.Count < allowed) _ages.Add(-3 * RoundTrip);
        while (_ages.Count > allowed) _ages.RemoveAt(_ages.Count - 1);
        var doublings = Math.Log2(Window / InitialWindow);
        var slowStart = (doublings + 3) * RoundTrip;
        var (wished, receiving, level) = (0.0, 0, 0);
        for (var i = 0; i < _ages.Count; i++)
        {
            var age = _ages[i] += Step;
            if (age <= 0) continue;
            receiving++;
            if (age > slowStart) level++;
            // Thousands of steps of dozens of streams: compute a power only for a stream that still grows.
            wished += (age / RoundTrip >= doublings ? Window : InitialWindow * Math.Pow(2, age / RoundTrip)) / RoundTrip;
        }
        Rate = Math.Min(Capacity, wished) * (1 + (Noise * ((2 * Random.NextDouble()) - 1)));
        _fetched += Rate * Step;
        var share = wished <= 0 ? 0 : Math.Min(1, Capacity / wished);
        var decision = controller.Observe(new StreamSample
        {
            Seconds = _seconds,
            RoundTrip = RoundTrip,
            Fetched = (long)_fetched,
            Left = (long)Math.Max(0, Size - _fetched),
            Receiving = receiving,
            Level = level,
            Ping = wished > Capacity ? RoundTrip * 1.5 : RoundTrip,
            LevelRate = level == 0 ? 0 : Window / RoundTrip * share * (1 + (Noise * ((2 * Random.NextDouble()) - 1))),
            Ceiling = _ages.Count >= Ceiling && controller.Wanted >= Ceiling ? Ceiling : int.MaxValue,
            Worth = int.MaxValue,
            IsLocalBound = IsLocalBound,
            IsHeld = IsHeld,
            Others = Others(Rate),
        });
        if (decision is not null) Decisions.Add(decision);
        Wanted.Add(controller.Wanted);
    }
}
