namespace Accelerator.Engine.Transfers;

/// <summary>
/// From which run an idle stream takes work, and how much. The victim is the run with the longest remaining time, not the most bytes: a slow
/// stream with 40 MB left has cost 10 s. The split lets both end together, the thief's set-up and slow start counted. A young run is given the
/// median's rate, because slow start makes every run look slow at first (without that grace: 170–190 steals and 35 s instead of 18–21 s;
/// measured at 10 Gb/s and 186 ms).
/// </summary>
internal static class StealPolicy
{
    /// <summary>Least time a steal must save, seconds, beside three round trips: an early end costs the server's window and a new data connection.</summary>
    public const double LeastGain = 0.05;

    // EPSV, REST and the connect, RETR (performance.md, section 3a).
    private const double SetUpTrips = 3;

    // h + n: the age at which a run has left slow start on the longest paths.
    private const double YoungTrips = 16;

    // Ten segments of 1460 bytes (RFC 6928).
    private const double InitialWindow = 14_600;

    /// <summary>Chooses the victim and the byte at which its range is to be cut.</summary>
    /// <param name="runs">All running ranges.</param>
    /// <param name="roundTrip">R of the path, seconds.</param>
    /// <param name="minimum">No part of a split is shorter than this, bytes.</param>
    /// <returns>Index and cut, or null when no steal pays.</returns>
    public static (int Victim, long Cut)? Choose(IReadOnlyList<RunView> runs, double roundTrip, long minimum)
    {
        var median = Median(runs);
        if (median <= 0) return null;

        (int Victim, double Time)? worst = null;
        for (var i = 0; i < runs.Count; i++)
        {
            var left = runs[i].End - runs[i].Claimed;
            if (left < minimum) continue;
            var remaining = left / Rate(runs[i], median, roundTrip);
            if (worst is null || remaining > worst.Value.Time) worst = (i, remaining);
        }
        if (worst is not { } victim) return null;

        var run = runs[victim.Victim];
        var own = Rate(run, median, roundTrip);
        double rest = run.End - run.Claimed;
        var taken = EqualFinish(rest, own, median, roundTrip);
        var gain = victim.Time - Duration(taken, median, roundTrip);
        if (taken < Math.Min(minimum, rest) / 2 || gain < LeastGain + (SetUpTrips * roundTrip)) return null;

        var cut = Align(run.End - (long)taken, run.Claimed, run.End);
        return cut is { } at && run.End - at >= Math.Min(minimum, rest / 2) ? (victim.Victim, at) : null;
    }

    /// <summary>Time for so many bytes on a new data connection of a warm session, seconds: set-up, slow start, and the rate from there on.</summary>
    internal static double Duration(double bytes, double rate, double roundTrip)
    {
        var setUp = SetUpTrips * roundTrip;
        var window = rate * roundTrip;
        if (window <= InitialWindow) return setUp + (bytes / rate);
        var slowStart = window - InitialWindow;
        return bytes <= slowStart
            ? setUp + (roundTrip * Math.Log2(1 + (bytes / InitialWindow)))
            : setUp + (roundTrip * Math.Log2(window / InitialWindow)) + ((bytes - slowStart) / rate);
    }

    // The thief's time grows with its part and the victim's shrinks: one crossing, found by halving.
    private static double EqualFinish(double rest, double own, double rate, double roundTrip)
    {
        var (least, most) = (0.0, rest);
        for (var i = 0; i < 30; i++)
        {
            var middle = (least + most) / 2;
            if (Duration(middle, rate, roundTrip) < (rest - middle) / own) least = middle;
            else most = middle;
        }
        return least;
    }

    private static double Rate(RunView run, double median, double roundTrip) =>
        !run.IsLevel && run.AgeSeconds < Math.Max(YoungTrips * roundTrip, 0.5) ? Math.Max(run.BytesPerSecond, median) : Math.Max(run.BytesPerSecond, 1);

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
