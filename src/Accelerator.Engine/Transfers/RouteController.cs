using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>One lane's number of streams: its controller, fed with what came by that lane alone.</summary>
/// <param name="route">The lane.</param>
/// <param name="limits">What its number may be.</param>
internal sealed class RouteController(Route route, StreamLimits limits)
{
    // A busy computer's milliseconds are no queue.
    private static readonly TimeSpan LeastQueued = TimeSpan.FromMilliseconds(5);

    private readonly StreamController _controller = new(limits);
    private readonly GoodputHistory _history = new();

    /// <summary>The lane.</summary>
    public Route Route => route;

    /// <summary>Whether an earlier run has found the number.</summary>
    public bool IsKnown => limits.IsKnown;

    /// <summary>Whether it is trying another number.</summary>
    public bool IsTrying => _controller.IsTrying;

    /// <summary>
    /// Streams wanted on it. What is allowed from outside the controller does not know: what it finds out is to hold when there are more
    /// again.
    /// </summary>
    public int Wanted => Math.Min(_controller.Wanted, route.MostStreams);

    /// <summary>Sessions wanted beside them.</summary>
    public int Spare => Math.Min(_controller.Spare, route.MostStreams - Wanted);

    /// <summary>The number to begin with next time, and what it brought; null while nobody knows.</summary>
    public (int Streams, double Rate)? Reached => _controller.Reached;

    /// <summary>What came by the lane when it was last looked at.</summary>
    public RouteFlow Flow { get; private set; } = new(0, 0, [], 0, 0, 0);

    /// <summary>Goodput of the last half second, or two round trips, bytes per second; 0 before.</summary>
    public double Rate { get; private set; }

    /// <summary>
    /// Goodput over about as long as a number of streams is given to show what it brings, bytes per second; null where less than that has
    /// passed since its first byte.
    /// </summary>
    public double? LongRate { get; private set; }

    /// <summary>Seconds that such a comparison takes.</summary>
    public double Epoch => Math.Max(3, 16 * route.RoundTrip.TotalSeconds);

    /// <summary>Since when it has brought bytes, seconds from the start of the run; null before.</summary>
    public double? FlowsSince { get; private set; }

    /// <summary>The part of a number that the user gave.</summary>
    public void Share(int streams) => _controller.Share(streams);

    /// <summary>Takes in what came by the lane.</summary>
    public void Take(RouteFlow flow, double seconds)
    {
        Flow = flow;
        if (route.Breaker.IsOpen)
        {
            // What it brought before says nothing of what it will bring when it carries again.
            _history.Clear();
            (FlowsSince, Rate, LongRate) = (null, 0, null);
            return;
        }
        if (flow.Fetched == 0) return;
        FlowsSince ??= seconds;
        _history.Add(seconds, flow.Fetched);
        Rate = _history.Rate(seconds - Math.Max(2 * route.RoundTrip.TotalSeconds, 0.5), seconds) ?? 0;
        LongRate = seconds - FlowsSince < Epoch ? null : _history.Rate(seconds - Epoch, seconds) ?? Rate;
    }

    /// <summary>Lets the controller decide.</summary>
    /// <param name="sample">What holds for all lanes, and what the others do; what is this lane's own is filled in here.</param>
    /// <param name="bytesLeft">Bytes still to come, of all lanes.</param>
    public StreamDecision? Observe(in StreamSample sample, long bytesLeft)
    {
        var level = Flow.Level;
        var decision = _controller.Observe(sample with
        {
            RoundTrip = route.RoundTrip.TotalSeconds,
            Fetched = Flow.Fetched,
            Receiving = Flow.Receiving,
            Level = level.Count,
            LevelRate = level.Count == 0 ? 0 : level.Order().ElementAt(level.Count / 2),
            Ping = route.LastPing.TotalSeconds,
            Ceiling = route.Gate.SettledCeiling,
            Deaths = Flow.Deaths,
        });
        // While the number is looked for, and when the end is near.
        route.IsPinged = !_controller.IsSettled || bytesLeft < _controller.Peak * (1 + (20 * route.RoundTrip.TotalSeconds));
        route.Peak = _controller.Peak;
        route.Stretch = Stretch(_controller.Rate);
        return decision;
    }

    // Where nobody asks, a path that carries what it can has a queue, mostly of one bandwidth-delay product.
    private double Stretch(double rate)
    {
        if (route.LastPing > TimeSpan.Zero)
            return Math.Clamp(route.LastPing / (route.RoundTrip > LeastQueued ? route.RoundTrip : LeastQueued), 1, 3);
        return rate > 0.85 * route.Peak ? 2 : 1;
    }
}
