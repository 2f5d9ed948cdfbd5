namespace Accelerator.Engine.Streams;

/// <summary>
/// How a number of streams that the user gave is shared out among lanes: by what each brings, and not equally, because a stream on a path that is full
/// brings nothing more. Each lane keeps one, which notices when it becomes better. Numbers in, numbers out.
/// </summary>
internal static class StreamShare
{
    /// <summary>Shares streams out.</summary>
    /// <param name="total">Streams of the run, 1 or more.</param>
    /// <param name="lanes">The lanes.</param>
    /// <returns>Streams of each; fewer in all only where no server allows more.</returns>
    public static int[] Divide(int total, IReadOnlyList<LaneView> lanes)
    {
        var weights = Weights(lanes);
        var shares = new int[lanes.Count];
        for (var given = 0; given < total; given++)
        {
            if (Next(shares, weights, lanes) is not { } next) break;
            shares[next]++;
        }
        return shares;
    }

    /// <summary>Whether other shares than those that hold now are worth the ranges that are cut short for them.</summary>
    public static bool IsWorthIt(IReadOnlyList<int> now, IReadOnlyList<int> next) =>
        Enumerable.Range(0, now.Count).Any(lane => Math.Abs(now[lane] - next[lane]) > Math.Max(1, now[lane] / 8) || (now[lane] == 0) != (next[lane] == 0));

    // A lane that nobody knows yet is taken for an average one.
    private static double[] Weights(IReadOnlyList<LaneView> lanes)
    {
        var known = lanes.Where(lane => lane is { IsWaiting: false, Rate: > 0 }).Select(lane => lane.Rate!.Value).ToList();
        var usual = known.Count > 0 ? known.Average() : 1;
        return [.. lanes.Select(lane => lane.IsWaiting && !lanes.All(other => other.IsWaiting) ? 0 : lane.Rate ?? usual)];
    }

    // First one for each, the best first; then whoever is furthest from its due (Sainte-Lague's divisors).
    private static int? Next(int[] shares, double[] weights, IReadOnlyList<LaneView> lanes)
    {
        int? best = null;
        for (var lane = 0; lane < shares.Length; lane++)
        {
            if (shares[lane] >= lanes[lane].Most) continue;
            if (best is not { } other || Due(lane) > Due(other)) best = lane;
        }
        return best;

        double Due(int lane) => shares[lane] == 0 ? double.MaxValue / 2 * (1 + (weights[lane] / (1 + weights.Max()))) : weights[lane] / ((2 * shares[lane]) + 1);
    }
}
