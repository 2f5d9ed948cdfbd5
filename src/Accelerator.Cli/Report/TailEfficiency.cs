namespace Accelerator.Cli.Report;

/// <summary>
/// Measures how well a run used its path at the end: streams that end one by one leave it partly idle. Pure.
/// </summary>
internal static class TailEfficiency
{
    /// <summary>The last part of the bytes that counts as the tail.</summary>
    public const double Tail = 0.2;

    // With less, one snapshot interval of 0.2 s decides the result.
    private const int LeastBuckets = 5;

    /// <summary>
    /// Returns the goodput of the last fifth of the bytes ÷ the best second, 0 to 1; null for a run that is too short to tell.
    /// </summary>
    /// <param name="goodput">The goodput over time, without gaps.</param>
    /// <param name="best">The best second, bytes per second.</param>
    public static double? Of(IReadOnlyList<GoodputBucket> goodput, double best)
    {
        var last = goodput.LastOrDefault(bucket => bucket.Bytes > 0);
        if (best <= 0 || goodput.Count(bucket => bucket.Bytes > 0) < LeastBuckets) return null;
        var tail = Tail * goodput.Sum(bucket => bucket.Bytes);
        var (left, from) = (tail, last.To);
        foreach (var bucket in goodput.Reverse())
        {
            if (bucket.Bytes == 0) continue;
            var share = Math.Min(left / bucket.Bytes, 1);
            from = bucket.To - (share * (bucket.To - bucket.From));
            left -= bucket.Bytes;
            if (left <= 0) break;
        }
        return Math.Min(tail / Math.Max((last.To - from).TotalSeconds, 1e-6) / best, 1);
    }
}
