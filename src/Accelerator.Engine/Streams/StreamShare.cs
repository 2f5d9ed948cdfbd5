namespace Accelerator.Engine.Streams;

/// <summary>
/// Divides a number of streams that the user gave among routes: by what each brings, and not equally, because a stream on a full path adds
/// nothing. Each route keeps one, which detects when the route improves. Numbers in, numbers out.
/// </summary>
internal static class StreamShare
{
    /// <summary>Divides the streams.</summary>
    /// <param name="total">Streams of the run, 1 or more.</param>
    /// <param name="routes">The routes.</param>
    /// <returns>Streams of each; fewer in total only where no server allows more.</returns>
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

    /// <summary>Returns whether a new division is worth the ranges that are cut short for it.</summary>
    public static bool IsWorthIt(IReadOnlyList<int> now, IReadOnlyList<int> next) =>
        Enumerable.Range(0, now.Count)
            .Any(route => Math.Abs(now[route] - next[route]) > Math.Max(1, now[route] / 8) || (now[route] == 0) != (next[route] == 0));

    // A route whose rate is unknown is treated as an average one.
    private static double[] Weights(IReadOnlyList<RouteView> routes)
    {
        var known = routes.Where(route => route is { IsWaiting: false, Rate: > 0 }).Select(route => route.Rate!.Value).ToList();
        var usual = known.Count > 0 ? known.Average() : 1;
        return [.. routes.Select(route => route.IsWaiting && !routes.All(other => other.IsWaiting) ? 0 : route.Rate ?? usual)];
    }

    // First one for each, the best first; then the route that is furthest below its due (Sainte-Lague's divisors).
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

/// <summary>The facts about a route that <see cref="StreamShare"/> needs.</summary>
/// <param name="Rate">Its goodput, bytes per second; null while it is unknown, because the route has only just begun.</param>
/// <param name="IsWaiting">Whether it has nothing to do now: it is silent, or its source is not verified yet.</param>
/// <param name="Most">Streams that its server allows.</param>
internal readonly record struct RouteView(double? Rate, bool IsWaiting, int Most);
