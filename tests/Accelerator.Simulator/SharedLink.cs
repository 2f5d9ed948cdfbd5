namespace Accelerator.Simulator;

/// <summary>The bottleneck that all flows share, with a drop-tail queue of one bandwidth-delay product.</summary>
internal sealed class SharedLink(SimulatedPath path, Random random)
{
    private readonly List<TcpFlow> _flows = [];
    private readonly List<TcpFlow> _moving = [];

    /// <summary>Its state.</summary>
    public LinkView View => new(path, _flows.Sum(flow => flow.Window), _flows.Count);

    /// <summary>Adds a connection whose first byte arrives now.</summary>
    public TcpFlow Open(Action<double> received)
    {
        var flow = new TcpFlow(path, random, View.Fill, received);
        _flows.Add(flow);
        return flow;
    }

    /// <summary>Ends a connection. What the server sends until it has noticed still takes its share of the link.</summary>
    /// <param name="flow">The connection.</param>
    /// <param name="now">Seconds.</param>
    /// <param name="isEarly">Whether the server has more to send.</param>
    public void Close(TcpFlow flow, double now, bool isEarly)
    {
        if (isEarly) flow.EndsAt = now + View.RoundTrip;
        else _flows.Remove(flow);
    }

    /// <summary>Moves the bytes of one step.</summary>
    public void Advance(double now, double step)
    {
        _flows.RemoveAll(flow => flow.EndsAt <= now);
        var view = View;
        if (path.Congestion != Congestion.Bbr) view = Drop(now, view);
        _moving.Clear();
        _moving.AddRange(_flows);
        foreach (var flow in _moving) flow.Advance(now, step, view);
    }

    // A full queue drops segments of a stream in proportion to its share, until the rest fits.
    private LinkView Drop(double now, LinkView view)
    {
        while (view.IsOverfull)
        {
            var open = _flows.FindAll(flow => flow.EndsAt is null && !flow.IsImmune(now));
            if (open.Count == 0) return view;
            var at = random.NextDouble() * open.Sum(flow => flow.Window);
            var victim = open.Find(flow => (at -= flow.Window) <= 0) ?? open[^1];
            victim.Lose(now, view);
            view = View;
        }
        return view;
    }
}

/// <summary>The state of a link.</summary>
/// <param name="Path">The path.</param>
/// <param name="InFlight">Bytes in flight.</param>
/// <param name="Flows">Connections.</param>
internal readonly record struct LinkView(SimulatedPath Path, double InFlight, int Flows)
{
    /// <summary>Bytes in flight ÷ the bandwidth-delay product.</summary>
    public double Fill => InFlight / Path.BandwidthDelay;

    /// <summary>R with the queue, seconds.</summary>
    public double RoundTrip => Path.RoundTrip * Math.Clamp(Fill, 1, 2);

    /// <summary>Whether the queue overflows.</summary>
    public bool IsOverfull => Fill > 2;

    /// <summary>The rate of a connection, bytes per second; what a full queue drops is sent again.</summary>
    public double RateOf(double window) =>
        Fill <= 1 ? window / Path.RoundTrip : Path.Rate * window / InFlight * (IsOverfull ? 2 / Fill : 1);
}
