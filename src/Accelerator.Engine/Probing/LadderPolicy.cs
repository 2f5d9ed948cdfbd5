namespace Accelerator.Engine.Probing;

/// <summary>Decides how many streams to measure next, or why to stop. Numbers in, decision out; no socket, no clock.</summary>
internal static class LadderPolicy
{
    /// <summary>Part of its share that an added stream must bring to justify another step.</summary>
    private const double LeastYield = 0.1;

    private const double MostYield = 1.3;

    // Two equal numbers of streams may differ by 8 % (PlateauPolicy). After eight streams that is two thirds of what a ninth can bring, in
    // either direction; after six it is a sixth of what three more can bring.
    private const double LeastGrowth = 1.5;

    /// <summary>Returns the next number of streams, the same one again when its result is implausible; otherwise why to stop.</summary>
    /// <param name="steps">The measurements so far.</param>
    /// <param name="isRepeated">Whether the last one was repeated.</param>
    /// <param name="idle">Reply time of a NOOP without load on the path.</param>
    /// <param name="most">The maximum number of streams.</param>
    /// <param name="refused">Whether the server has refused a connection.</param>
    /// <param name="left">Time left.</param>
    /// <param name="needed">Time that another step may take.</param>
    public static (int Streams, ProbeStop? Stop) Next(
        IReadOnlyList<ProbeStep> steps, bool isRepeated, TimeSpan idle, int most, bool refused, TimeSpan left, TimeSpan needed)
    {
        // Twice the streams bring at most twice as much, and hardly less than before: otherwise the rate has not settled.
        if (steps.Count > 1 && !isRepeated && left >= needed && Yield(steps) is > MostYield or < -LeastYield)
            return (steps[^1].Streams, null);
        var stop = Stop(steps, idle, most, refused, left, needed);
        return (stop is null ? Math.Min(most, steps.Count == 0 ? 1 : steps[^1].Streams * 2) : 0, stop);
    }

    /// <summary>
    /// Returns the goodput of the streams that the last step added, as a fraction of the goodput of as many earlier ones: 1 is all, 0
    /// nothing. A server's limit, or the user's, may end the ladder with a step that adds few streams: then it is compared with an earlier
    /// one.
    /// </summary>
    /// <param name="steps">Two or more measurements.</param>
    public static double Yield(IReadOnlyList<ProbeStep> steps)
    {
        var after = steps[^1];
        var before = steps.SkipLast(1).LastOrDefault(step => step.Streams * LeastGrowth <= after.Streams) ?? steps[^2];
        return before.BytesPerSecond <= 0 || after.Streams <= before.Streams
            ? 0
            : ((after.BytesPerSecond / before.BytesPerSecond) - 1) / (((double)after.Streams / before.Streams) - 1);
    }

    private static ProbeStop? Stop(IReadOnlyList<ProbeStep> steps, TimeSpan idle, int most, bool refused, TimeSpan left, TimeSpan needed)
    {
        if (refused) return ProbeStop.Refused;
        if (steps.Count > 0)
        {
            if (steps[^1].Restarts >= 2 * steps[^1].Streams) return ProbeStop.ShortFile;
            if (steps.Count > 1 && Yield(steps) < LeastYield && !IsLuck(steps, idle)) return ProbeStop.Flat;
            if (steps[^1].Streams >= most) return ProbeStop.MostStreams;
        }
        return left < needed ? ProbeStop.Time : null;
    }

    private static bool IsLuck(IReadOnlyList<ProbeStep> steps, TimeSpan idle) =>
        steps[^1].Streams < LimitPolicy.EnoughForLoss && steps.Any(step => LimitPolicy.HasForeignLoss(step, idle));
}
