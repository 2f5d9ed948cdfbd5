using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>Controls the number of streams of one route, based on the data received by that route alone.</summary>
/// <param name="route">The route.</param>
/// <param name="limits">The bounds of the number.</param>
internal sealed class RouteController(Route route, StreamLimits limits)
{
    // Delays of a few milliseconds on a busy computer are not a queue.
    private static readonly TimeSpan LeastQueued = TimeSpan.FromMilliseconds(5);

    private readonly StreamController _controller = new(limits);
    private readonly GoodputHistory _history = new();

    /// <summary>The route.</summary>
    public Route Route => route;

    /// <summary>Whether an earlier run has determined the number.</summary>
    public bool IsKnown => limits.IsKnown;

    /// <summary>Whether another number is being tried.</summary>
    public bool IsTrying => _controller.IsTrying;

    /// <summary>
    /// Streams wanted on the route. The controller does not know the external bound: its result must still hold when more are allowed
    /// again.
    /// </summary>
    public int Wanted => Math.Min(_controller.Wanted, route.MostStreams);

    /// <summary>Spare sessions wanted beside the streams.</summary>
    public int Spare => Math.Min(_controller.Spare, route.MostStreams - Wanted);

    /// <inheritdoc cref="StreamController.Reached"/>
    public (int Streams, double Rate, double Window)? Reached => _controller.Reached;

    /// <summary>The route's data flow at the last sample.</summary>
    public RouteFlow Flow { get; private set; } = new(0, 0, [], 0, 0, 0);

    /// <summary>Goodput of the last half second, or two round trips, bytes per second; 0 before.</summary>
    public double Rate { get; private set; }

    /// <summary>
    /// Goodput over about as long as a number of streams is evaluated, bytes per second; null until that much time has passed since its
    /// first byte.
    /// </summary>
    public double? LongRate { get; private set; }

    /// <summary>Seconds that such an evaluation takes.</summary>
    public double Epoch => Math.Max(3, 16 * route.RoundTrip.TotalSeconds);

    /// <summary>The time since which it has delivered bytes, seconds from the start of the run; null before.</summary>
    public double? FlowsSince { get; private set; }

    /// <summary>Sets this route's share of a number given by the user.</summary>
    public void Share(int streams) => _controller.Share(streams);

    /// <summary>Takes a sample of the route's data flow.</summary>
    public void Take(RouteFlow flow, double seconds)
    {
        Flow = flow;
        if (route.Breaker.IsOpen)
        {
            // Its previous rate does not predict its rate after it recovers.
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
    /// <param name="sample">The route's traffic, and what the run and the other routes have left for it.</param>
    /// <param name="bytesLeft">Bytes still to come, over all routes.</param>
    public StreamDecision? Observe(in StreamSample sample, long bytesLeft)
    {
        var decision = _controller.Observe(sample);
        // Ping while the number is being determined, and near the end.
        route.IsPinged = !_controller.IsSettled || bytesLeft < _controller.Peak * (1 + (20 * route.RoundTrip.TotalSeconds));
        route.Peak = _controller.Peak;
        if (FlowsSince is { } since && !WindowPolicy.IsAsKnown(route.Carries, Rate, route.RoundTrip, sample.Seconds - since))
            route.Carries = 0;
        route.Stretch = Stretch(_controller.Rate);
        return decision;
    }

    // Without a ping, assume that a full path has a queue, mostly of one bandwidth-delay product.
    private double Stretch(double rate)
    {
        if (route.LastPing > TimeSpan.Zero)
            return Math.Clamp(route.LastPing / (route.RoundTrip > LeastQueued ? route.RoundTrip : LeastQueued), 1, 3);
        return rate > 0.85 * route.Peak ? 2 : 1;
    }
}
