using System.Globalization;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Simulator;

/// <summary>Samples a simulated transfer for the <see cref="StreamController"/>, as <c>StreamGovernor</c> and <c>RouteController</c> do.</summary>
internal sealed class SimulatedGovernor(StreamLimits limits, SimulatedPath path, VirtualRun run)
{
    private readonly StreamController _controller = new(limits);
    private readonly List<string> _story = [];

    /// <summary>Streams wanted.</summary>
    public int Wanted => _controller.Wanted;

    /// <summary>Workers wanted, those of spare sessions included.</summary>
    public int Kept => _controller.Wanted + _controller.Spare;

    /// <inheritdoc cref="StreamController.Reached"/>
    public (int Streams, double Rate, double Window)? Reached => _controller.Reached;

    /// <inheritdoc cref="StreamController.Peak"/>
    public double Peak => _controller.Peak;

    /// <summary>(R + queue) ÷ R, 1 or more.</summary>
    public double Stretch { get; private set; } = 1;

    /// <summary>Whether the queue is to be measured.</summary>
    public bool IsPinged { get; private set; }

    /// <summary>Bytes received.</summary>
    public long Fetched { get; private set; }

    /// <summary>Bytes in place.</summary>
    public long Written { get; private set; }

    /// <summary>The most streams that received at once.</summary>
    public int Most { get; private set; }

    /// <summary>The decisions, one a line.</summary>
    public string Story => string.Join("\n", _story);

    /// <summary>Records received bytes.</summary>
    public void Receive(long received, long written) => (Fetched, Written) = (Fetched + received, Written + written);

    /// <summary>Takes one sample.</summary>
    /// <param name="roundTrip">R as far as it is known.</param>
    /// <param name="ceiling">Sessions that the server allows.</param>
    /// <param name="plan">The plan; null before.</param>
    /// <param name="receiving">The ranges that are being received.</param>
    /// <param name="isPinged">Whether a session measures the queue.</param>
    public void Sample(TimeSpan roundTrip, int ceiling, TransferPlan? plan, List<SegmentRun> receiving, bool isPinged)
    {
        foreach (var range in receiving) range.Sample(run.Time.GetTimestamp(), run.Time, roundTrip);
        Most = Math.Max(Most, receiving.Count);
        var level = receiving.Select(range => range.LevelRate).Where(rate => rate > 0).Order().ToList();
        var left = plan is null ? long.MaxValue : Math.Max(0, path.Size - Written);
        var ping = isPinged ? run.Link.View.RoundTrip : 0;
        var decision = _controller.Observe(new StreamSample
        {
            Seconds = run.Now,
            RoundTrip = roundTrip.TotalSeconds,
            Fetched = Fetched,
            Ping = ping,
            Left = left,
            Start = plan is null || limits.IsKnown ? limits.Start : plan.InitialStreams,
            Receiving = receiving.Count,
            Level = level.Count,
            LevelRate = level.Count == 0 ? 0 : level[level.Count / 2],
            Ceiling = ceiling,
            Worth = plan is null ? int.MaxValue : limits.IsFixed ? limits.Most
                : Math.Max(1, Math.Max(plan.InitialStreams, TransferPlanner.Worthwhile(path.Size))),
        });
        IsPinged = !_controller.IsSettled || left < _controller.Peak * (1 + (20 * roundTrip.TotalSeconds));
        Stretch = isPinged ? Math.Clamp(ping / Math.Max(roundTrip.TotalSeconds, 0.005), 1, 3)
            : _controller.Rate > 0.85 * _controller.Peak ? 2 : 1;
        if (decision is not null)
            Tell($"{decision.Before} -> {decision.After}, {decision.BytesPerSecond / 1e6:0.0} MB/s: {decision.Why}");
    }

    /// <summary>Adds a line to the story.</summary>
    public void Tell(string what) => _story.Add(string.Create(CultureInfo.InvariantCulture, $"{run.Now:0.00} s: {what}"));
}
