using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Decides from the measurements of a week whether the network path is slower than usual. Pure.</summary>
internal static class GoodputPolicy
{
    /// <summary>The period of the comparison.</summary>
    public static readonly TimeSpan Period = TimeSpan.FromDays(7);

    /// <summary>The fewest measurements with which later ones are compared.</summary>
    public const int Least = 12;

    // One slow measurement may be a moment of other traffic.
    private const int InARow = 2;

    /// <summary>Returns the goodput that is too low, and the median; null if it is as usual, or not comparable.</summary>
    /// <param name="measurements">The measurements of one node and server, in the order of time.</param>
    /// <param name="percent">The percentage of the median below which goodput is too low.</param>
    public static (long Rate, long Median)? Judge(IReadOnlyList<PathMeasurement> measurements, int percent)
    {
        // Deliveries are as fast as there is demand, and scheduled measurements as fast as the path: these decide, if there are enough.
        // A server whose deliveries always need the sessions has none.
        List<PathMeasurement> probes = [.. measurements.Where(static one => one.Kind == PathMeasurement.Probe)];
        var judged = probes.Count >= Least + InARow ? probes : [.. measurements.Where(static one => one.Kind != PathMeasurement.Probe)];
        if (judged.Count < Least + InARow) return null;
        List<long> usual = [.. judged.SkipLast(InARow).Select(static one => one.Rate).Order()];
        var median = usual[usual.Count / 2];
        var latest = judged.TakeLast(InARow).ToList();
        // A fast delivery since then shows that the path is well.
        return latest.TrueForAll(IsLow) && measurements.Where(one => one.At >= latest[0].At).All(IsLow) ? (latest[^1].Rate, median) : null;

        bool IsLow(PathMeasurement one) => one.Rate * 100 < median * percent;
    }
}
