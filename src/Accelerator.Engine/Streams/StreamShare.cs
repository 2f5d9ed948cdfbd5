namespace Accelerator.Engine.Streams;

/// <summary>
/// How a number of streams that the user gave is shared out among lanes: by what each brings, and not equally, because a stream on a path
/// that is full brings nothing more. Each lane keeps one, which notices when it becomes better. Numbers in, numbers out.
/// </summary>
internal static class StreamShare
{
    /// <summary>Shares streams out.</summary>
    /// <param name="total">Streams of the run, 1 or more.</param>
    /// <param name="routes">The lanes.</param>
    /// <returns>Streams of each; fewer in all only where no server allows more.</returns>
    public static int[] Divide(int total, IReadOnlyList<RouteView> routes)
    {
        var weights = Weights(routes);
        var shares = new int[routes.Count];
        for (var given = 0; given < total; given++)
        {
            if (Next(shares, weights, routes) is not { } next) break;
            shares[next]++;
        }
        return shares;
    }

    /// <summary>Whether other shares than those that hold now are worth the ranges that are cut short for them.</summary>
    public static bool IsWorthIt(IReadOnlyList<int> now, IReadOnlyList<int> next) =>
        Enumerable.Range(0, now.Count)
            .Any(route => Math.Abs(now[route] - next[route]) > Math.Max(1, now[route] / 8) || (now[route] == 0) != (next[route] == 0));

    // A lane that nobody knows yet is taken for an average one.
    private static double[] Weights(IReadOnlyList<RouteView> routes)
    {
        var known = routes.Where(route => route is { IsWaiting: false, Rate: > 0 }).Select(route => route.Rate!.Value).ToList();
        var usual = known.Count > 0 ? known.Average() : 1;
        return [.. routes.Select(route => route.IsWaiting && !routes.All(other => other.IsWaiting) ? 0 : route.Rate ?? usual)];
    }

    // First one for each, the best first; then whoever is furthest from its due (Sainte-Lague's divisors).
    private static int? Next(int[] shares, double[] weights, IReadOnlyList<RouteView> routes)
    {
        int? best = null;
        for (var route = 0; route < shares.Length; route++)
        {
            if (shares[route] >= routes[route].Most) continue;
            if (best is not { } other || Due(route) > Due(other)) best = route;
        }
        return best;

        double Due(int route) => shares[route] == 0
            ? double.MaxValue / 2 * (1 + (weights[route] / (1 + weights.Max()))) : weights[route] / ((2 * shares[route]) + 1);
    }
}
