namespace Accelerator.Engine.Transfers;

/// <summary>
/// From which run another stream takes work, and how much. The victim is the run with the longest remaining time, not the most bytes: a slow
/// stream with 40 MB left has cost 10 s. The split lets both end together, the thief's set-up and slow start counted. A run in slow start
/// doubles its rate every round trip and is not slow: to take from those ended a transfer of 4 GiB at 10 Gb/s and 186 ms in five generations
/// of ever smaller ranges, 6 s after the last full one (measured).
/// </summary>
internal static class StealPolicy
{
    /// <summary>Least time a steal must save, seconds, beside <see cref="LeastTrips"/>: an early end costs the server's window and a new data connection.</summary>
    public const double LeastGain = 0.05;

    /// <summary>Least round trips a steal must save.</summary>
    public const double LeastTrips = 3;

    // A new stream is slower than it should be oftener than faster: into a path that is full it leaves slow start early.
    private const double Doubt = 0.85;

    /// <summary>Chooses the victim of a stream that has nothing to do, and the byte at which the victim's range is to be cut.</summary>
    /// <param name="runs">All running ranges.</param>
    /// <param name="path">What a new data connection costs.</param>
    /// <param name="minimum">No part of a split is shorter than this, bytes.</param>
    /// <returns>Index and cut, or null when no steal pays.</returns>
    public static (int Victim, long Cut)? Choose(IReadOnlyList<RunView> runs, PathView path, long minimum)
    {
        if (Last(runs, path, minimum) is not { } victim) return null;

        var run = runs[victim.Index];
        double rest = run.End - run.Claimed;
        var (taken, ends) = EqualFinish(run, rest, Usual(runs), path);
        if (taken < Math.Min(minimum, rest) / 2 || (Doubt * victim.Time) - ends < LeastGain + (LeastTrips * path.RoundTrip)) return null;

        var cut = Align(run.End - (long)taken, run.Claimed, run.End);
        return cut is { } at && run.End - at >= Math.Min(minimum, rest / 2) ? (victim.Index, at) : null;
    }

    /// <summary>Time for so many bytes on a new data connection of a warm session, seconds: set-up, slow start, and the rate from there on.</summary>
    internal static double Duration(double bytes, double rate, PathView path) =>
        (path.SetUpTrips * path.RoundTrip) + Rise(bytes, path.InitialWindow / Math.Max(path.RoundTrip, 1e-6), rate, path.RoundTrip);

    // The run that will end last.
    private static (int Index, double Time)? Last(IReadOnlyList<RunView> runs, PathView path, long minimum)
    {
        var usual = Usual(runs);
        if (usual <= 0) return null;
        (int Index, double Time)? last = null;
        for (var i = 0; i < runs.Count; i++)
        {
            var rest = runs[i].End - runs[i].Claimed;
            if (rest < minimum) continue;
            var time = Remaining(runs[i], rest, usual, path);
            if (last is null || time > last.Value.Time) last = (i, time);
        }
        return last;
    }

    private static double Remaining(RunView run, double rest, double usual, PathView path)
    {
        if (run.IsLevel) return rest / Math.Max(run.BytesPerSecond, 1);
        return run.BytesPerSecond > 0 ? Rise(rest, run.BytesPerSecond, usual, path.RoundTrip) : Duration(rest, usual, path);
    }

    // A rate that doubles every round trip from here up to another one.
    private static double Rise(double bytes, double from, double to, double roundTrip)
    {
        if (from >= to || roundTrip <= 0) return bytes / Math.Max(from, 1);
        var trips = Math.Log2(to / from);
        var risen = from * roundTrip * (Math.Pow(2, trips) - 1);
        return bytes <= risen
            ? roundTrip * Math.Log2(1 + (bytes / (from * roundTrip)))
            : (roundTrip * trips) + ((bytes - risen) / to);
    }

    // The thief's time grows with its part and the victim's shrinks: one crossing, found by halving.
    private static (double Taken, double Ends) EqualFinish(RunView victim, double rest, double usual, PathView path)
    {
        var (least, most) = (0.0, rest);
        for (var i = 0; i < 30; i++)
        {
            var middle = (least + most) / 2;
            if (Duration(middle, usual, path) < Remaining(victim, rest - middle, usual, path)) least = middle;
            else most = middle;
        }
        return (least, Duration(least, usual, path));
    }

    // What a new stream may come to: the median of those that have levelled off, else of all.
    private static double Usual(IReadOnlyList<RunView> runs)
    {
        var rates = runs.Where(run => run.IsLevel).Select(run => run.BytesPerSecond).Where(rate => rate > 0).Order().ToList();
        if (rates.Count == 0) rates = [.. runs.Select(run => run.BytesPerSecond).Where(rate => rate > 0).Order()];
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
