using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Probing;

/// <summary>
/// Decides which limit binds, and how many streams are therefore worthwhile. Numbers in, decision out; no socket, no clock.
/// </summary>
internal static class LimitPolicy
{
    // Half of the possible gain of the added streams: above it a limit of each stream binds, below it one that they share.
    private const double LinearYield = 0.5;

    // Autotuning keeps the window at twice the data of a round trip, so half of it is usual and three quarters are not.
    private const double FilledWindow = 0.75;

    // Less in flight than any window in use (64 KiB without scaling; some appliances a quarter of that).
    private const long LeastWindow = 16 << 10;

    // Where all streams bring no more than this factor over one, one is as fast as all.
    private const double AsFastAsAll = 1.25;

    // The loss formulas are accurate within a factor of two, and the loss itself is estimated.
    private const double NearLossRate = 0.4;

    private const double Alike = 0.6;
    private const double LossShare = 5e-4;
    private const double BusyCpu = 0.85;
    private const double CloseToBest = 0.93;

    /// <summary>
    /// The number of streams from which a rate says something in spite of packet loss. With loss the rate of a single stream is random
    /// (CUBIC over a path of 100 ms needs eight for 1 Gb/s at 100 ppm).
    /// </summary>
    public const int EnoughForLoss = 8;

    private const double LeastGrowthShare = 0.15;

    // Schedulers and timers add some ms on a busy machine; a full queue adds more.
    private static readonly TimeSpan LeastGrowth = TimeSpan.FromMilliseconds(3);

    /// <summary>Returns whether so many packets arrived out of order in a step that some must have been lost.</summary>
    private static bool HasLoss(ProbeStep step) =>
        step is { Packets: > 0 and var packets, PacketsOutOfOrder: >= 8 and var late } && late >= LossShare * packets;

    /// <summary>
    /// Returns whether packets were lost although nothing queued: then the loss is not from a line that these streams had filled.
    /// </summary>
    /// <param name="step">The step.</param>
    /// <param name="idle">Reply time of a NOOP without load on the path.</param>
    public static bool HasForeignLoss(ProbeStep step, TimeSpan idle) => HasLoss(step) && !HasQueue(step, idle);

    /// <summary>Returns the verdict.</summary>
    public static ProbeVerdict Judge(ProbeEvidence evidence)
    {
        var steps = evidence.Steps;
        var best = steps.Select(step => step.BytesPerSecond).DefaultIfEmpty().Max();
        // A short file measures the start of its streams, not their limit.
        if (steps.Count == 0 || evidence.Stop == ProbeStop.ShortFile)
            return new() { Limit = ProbeLimit.Unknown, StreamLimit = ProbeLimit.Unknown, StreamRate = 0, StreamWindow = null,
                BestRate = best, Streams = evidence.Ranges ? null : 1, MayGrow = false };

        var grows = steps.Count > 1 && LadderPolicy.Yield(steps) >= LinearYield;
        var isShared = steps.Count > 1 && !grows;
        var one = steps[0];
        var streamLimit = isShared && one.BytesPerSecond * AsFastAsAll >= best
            ? ProbeLimit.Unknown : OfStream(evidence, isShared ? steps.SkipLast(1).ToList() : steps);
        var limit = isShared ? OfAll(steps[^1], evidence.Path) : OfFew(evidence, streamLimit);
        if (evidence.DiskRate is { } disk && disk < best) limit = ProbeLimit.LocalDisk;
        var rate = one.BytesPerSecond / one.Streams;
        var mayGrow = grows && evidence.Ranges && evidence.Stop is not ProbeStop.Refused && limit != ProbeLimit.LocalDisk;
        return new ProbeVerdict
        {
            Limit = limit,
            StreamLimit = streamLimit,
            StreamRate = rate,
            StreamWindow = InFlight(rate, evidence.Path) is var window && window >= Segment(evidence.Path) ? (long)window : null,
            BestRate = best,
            Streams = !evidence.Ranges ? 1 : mayGrow && steps[^1].Streams < TransferPlanner.AutoMost ? null : Worthwhile(evidence, best),
            MayGrow = mayGrow,
        };
    }

    private static ProbeLimit OfFew(ProbeEvidence evidence, ProbeLimit streamLimit)
    {
        if (evidence.Steps.Count > 1) return evidence.Stop == ProbeStop.Refused ? ProbeLimit.Connections : streamLimit;
        // One number of streams only: a shared limit shows by a queue, by a busy processor, or not at all.
        var only = evidence.Steps[0];
        if (only.CpuShare >= BusyCpu) return ProbeLimit.LocalCpu;
        if (HasQueue(only, evidence.Path.MedianRoundTrip)) return ProbeLimit.Line;
        return evidence.Stop == ProbeStop.Refused ? ProbeLimit.Connections : streamLimit;
    }

    private static ProbeLimit OfAll(ProbeStep step, ProbePath path)
    {
        if (step.CpuShare >= BusyCpu) return ProbeLimit.LocalCpu;
        return HasQueue(step, path.MedianRoundTrip) || HasLoss(step) ? ProbeLimit.Line : ProbeLimit.Server;
    }

    private static ProbeLimit OfStream(ProbeEvidence evidence, IReadOnlyList<ProbeStep> steps)
    {
        var (one, many) = (steps[0], steps[^1]);
        var rate = one.BytesPerSecond / one.Streams;
        var inFlight = InFlight(rate, evidence.Path);
        if (steps.Any(HasLoss) && rate >= NearLossRate * LossRate(steps, evidence.Path)) return ProbeLimit.Loss;
        if (one.ReceiveWindow is { } offered && inFlight >= FilledWindow * offered) return ProbeLimit.ReceiveWindow;
        if (inFlight < Math.Max(LeastWindow, Segment(evidence.Path))) return ProbeLimit.StreamRate;
        // Where losses cannot be observed, streams of different rates indicate them; a window makes all alike.
        if (many.PacketsOutOfOrder is null && many.SlowestStream < Alike * many.FastestStream) return ProbeLimit.Unknown;
        return one.ReceiveWindow is null ? ProbeLimit.Window : ProbeLimit.ServerWindow;
    }

    private static bool HasQueue(ProbeStep step, TimeSpan idle) =>
        step.RoundTrip - idle is { } growth && growth >= LeastGrowth && growth >= idle * LeastGrowthShare;

    /// <summary>
    /// Returns the rate that one stream can reach at the observed loss, by the larger of Reno's (Mathis) and CUBIC's (RFC 9438) formula.
    /// Each loss delays about all packets that its stream has in flight.
    /// </summary>
    private static double LossRate(IReadOnlyList<ProbeStep> steps, ProbePath path)
    {
        var segment = Segment(path);
        var seconds = Math.Max(RoundTrip(path).TotalSeconds, 1e-5);
        var losses = steps.Sum(step => (step.PacketsOutOfOrder ?? 0) / Math.Max(1, step.BytesPerSecond / step.Streams * seconds / segment));
        var probability = Math.Max(1, losses) / Math.Max(1.0, steps.Sum(step => step.Packets ?? 0));
        return Math.Max(segment / seconds * 1.22 / Math.Sqrt(probability),
            1.054 * segment * Math.Pow(seconds, -0.25) * Math.Pow(probability, -0.75));
    }

    private static int Worthwhile(ProbeEvidence evidence, double best)
    {
        var steps = evidence.Steps;
        var enough = Math.Min(best * CloseToBest, evidence.DiskRate ?? double.MaxValue);
        var least = steps.Any(step => HasForeignLoss(step, evidence.Path.MedianRoundTrip)) ? Math.Min(EnoughForLoss, steps[^1].Streams) : 1;
        return (steps.FirstOrDefault(step => step.BytesPerSecond >= enough && step.Streams >= least)
            ?? steps.MaxBy(step => step.BytesPerSecond)!).Streams;
    }

    private static double InFlight(double rate, ProbePath path) => rate * RoundTrip(path).TotalSeconds;

    private static double Segment(ProbePath path) => path.MaxSegment ?? 1448;

    private static TimeSpan RoundTrip(ProbePath path) => path.TcpRoundTrip ?? path.RoundTrip;
}

/// <summary>The measurements for a verdict.</summary>
internal sealed record ProbeEvidence
{
    /// <summary>Goodput by number of streams, in order.</summary>
    public required IReadOnlyList<ProbeStep> Steps { get; init; }

    /// <summary>Why there are no more steps.</summary>
    public required ProbeStop Stop { get; init; }

    /// <summary>The path without load.</summary>
    public required ProbePath Path { get; init; }

    /// <summary>Whether ranges are possible at all.</summary>
    public required bool Ranges { get; init; }

    /// <summary>Bytes per second that the disk accepts; null when unknown.</summary>
    public required double? DiskRate { get; init; }
}
