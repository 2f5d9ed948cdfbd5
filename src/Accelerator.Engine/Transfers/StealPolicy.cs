namespace Accelerator.Engine.Transfers;

/// <summary>
/// From which run an idle stream takes work, and how much. The victim is the run with the longest remaining time, not the most bytes: a slow
/// stream with 40 MB left has cost 10 s. The split lets both end together. A young run is given the median's rate, because slow start makes
/// every run look slow at first (without that grace: 170–190 steals and 35 s instead of 18–21 s; measured at 10 Gb/s and 186 ms).
/// </summary>
internal static class StealPolicy
{
    /// <summary>Least time a steal must save, seconds: an early end costs the server's window and a new data connection.</summary>
    public const double LeastGain = 0.05;

    /// <summary>Chooses the victim and the byte at which its range is to be cut.</summary>
    /// <param name="runs">All running ranges.</param>
    /// <param name="roundTrip">R of the path, seconds.</param>
    /// <param name="minimum">No part of a split is shorter than this, bytes.</param>
    /// <returns>Index and cut, or null when no steal pays.</returns>
    public static (int Victim, long Cut)? Choose(IReadOnlyList<RunView> runs, double roundTrip, long minimum)
    {
        var median = Median(runs);
        if (median <= 0) return null;

        // h + n/2 round trips: EPSV, REST, RETR, and half of a slow start (performance.md, section 3c).
        var setUp = 9 * roundTrip;
        (int Victim, double Time)? worst = null;
        for (var i = 0; i < runs.Count; i++)
        {
            var left = runs[i].End - runs[i].Claimed;
            if (left < 2 * minimum && left / Rate(runs[i], median, setUp) < 4 * LeastGain + setUp) continue;
            if (left < minimum) continue;
            var remaining = left / Rate(runs[i], median, setUp);
            if (worst is null || remaining > worst.Value.Time) worst = (i, remaining);
        }
        if (worst is not { } victim) return null;

        var run = runs[victim.Victim];
        var own = Rate(run, median, setUp);
        double rest = run.End - run.Claimed;
        var taken = (rest - (own * setUp)) * median / (median + own);
        var gain = victim.Time - ((taken / median) + setUp);
        if (taken < Math.Min(minimum, rest) / 2 || gain < LeastGain + setUp) return null;

        var cut = Align(run.End - (long)taken, run.Claimed, run.End);
        return cut is { } at && run.End - at >= Math.Min(minimum, rest / 2) ? (victim.Victim, at) : null;
    }

    private static double Rate(RunView run, double median, double setUp) =>
        run.AgeSeconds < 2 * setUp || run.AgeSeconds < 0.5 ? Math.Max(run.BytesPerSecond, median) : Math.Max(run.BytesPerSecond, 1);

    private static double Median(IReadOnlyList<RunView> runs)
    {
        var rates = runs.Select(run => run.BytesPerSecond).Where(rate => rate > 0).Order().ToList();
        return rates.Count == 0 ? 0 : rates[rates.Count / 2];
    }

    // A cut on a whole MiB keeps both sides' writes aligned; where the range is too short for that, 64 KiB.
    private static long? Align(long cut, long claimed, long end)
    {
        foreach (var unit in (long[])[1 << 20, 64 << 10])
        {
            var aligned = (cut + unit - 1) / unit * unit;
            if (aligned > claimed && aligned < end) return aligned;
        }
        return cut > claimed && cut < end ? cut : null;
    }
}
