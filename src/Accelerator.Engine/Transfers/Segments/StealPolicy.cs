using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers.Segments;

/// <summary>
/// Decides from which run another stream takes work, and how much. The victim is the run with the longest remaining time, not the most
/// bytes: a slow stream with 40 MB left has cost 10 s. The split lets both end together, including the thief's set-up and slow start. A run
/// in slow start doubles its rate every round trip and is not slow: stealing from such runs ended a transfer of 4 GiB at 10 Gb/s and 186 ms
/// in five generations of ever smaller ranges, 6 s after the last full one (measured). Streams of different routes are treated separately:
/// the rate of one does not predict that of another.
/// </summary>
internal static class StealPolicy
{
    /// <summary>
    /// The minimum time a steal must save, seconds, in addition to <see cref="LeastRoundTrips"/>: an early end costs the server's window
    /// and a new data connection.
    /// </summary>
    public const double LeastGain = 0.05;

    /// <summary>The minimum number of round trips a steal must save.</summary>
    public const double LeastRoundTrips = 3;

    // Seconds, and round trips, before the end at which standby sessions start to relieve runs that will be late. Earlier, rates change too
    // much.
    private const double Endgame = 0.2;
    private const double EndgameRoundTrips = 14;

    // Where a stream doubles its window so often, one that starts beside others leaves slow start early: at 10 Gbit/s and 186 ms relief
    // brought 5 to 7 of 200 MB/s, and ended 1 to 2 s after the run that it relieved would have.
    private const double ManyDoublings = 7;

    // Seconds. Shorter slow starts cost relief little: 8 doublings at 8 ms are 0.07 s.
    private const double LongSlowStart = 0.5;

    // New streams usually start slower than the model predicts, because they leave slow start early on a full path. This does not apply
    // across routes.
    private const double Doubt = 0.85;

    // Bytes that a cut is a multiple of.
    private const long LargeUnit = 1 << 20;
    private const long SmallUnit = 64 << 10;

    /// <summary>Chooses the victim for an idle stream, and the byte at which the victim's range is to be cut.</summary>
    /// <param name="runs">All running ranges.</param>
    /// <param name="path">The cost of a new data connection.</param>
    /// <param name="minimum">A split leaves about this many bytes to each side, half as many near the end of a range.</param>
    /// <param name="thieves">Streams that are about to steal, including this one: each takes no more than its share.</param>
    /// <returns>Index and cut, or null when no steal pays.</returns>
    public static (int Victim, long Cut)? Choose(IReadOnlyList<RunView> runs, PathView path, long minimum, int thieves = 1) =>
        Context(runs, path) is { } context && Last(context, minimum) is { } last ? Cut(context, last, minimum, thieves) : null;

    /// <summary>
    /// Chooses the victim for a standby stream: near the end such streams take from a run that will be late although others still have
    /// work. The tail of a file is then spread before it begins.
    /// </summary>
    public static (int Victim, long Cut)? Relieve(IReadOnlyList<RunView> runs, PathView path, long minimum, int thieves)
    {
        var ideal = runs.Sum(run => (double)run.Rest) / Math.Max(Math.Max(path.Peak, runs.Sum(run => run.BytesPerSecond)), 1);
        if (ideal > Endgame + (EndgameRoundTrips * path.RoundTrip) || Context(runs, path) is not { } context
            || Last(context, minimum) is not { } last)
            return null;
        var doublings = Math.Log2(context.Own.Usual / path.InitialRate);
        if (doublings >= ManyDoublings && doublings * path.RoundTrip >= LongSlowStart) return null;
        return last.Time > (1.2 * ideal) + LeastGain + (LeastRoundTrips * path.RoundTrip) ? Cut(context, last, minimum, thieves) : null;
    }

    /// <summary>
    /// Returns the number of runs that end so soon that the first byte of a successor started now arrives when they are gone. Started
    /// earlier, it would meet a full path.
    /// </summary>
    public static int Ending(IReadOnlyList<RunView> runs, PathView path)
    {
        var lead = path.RoundTrip * path.SetUpRoundTrips;
        return runs.Count(run => run is { IsLevel: true, Path: null } && run.Rest < lead * run.BytesPerSecond);
    }

    /// <summary>
    /// Returns whether a run is so late that its connection is worth giving up: it needs more than four times as long as a new one would,
    /// and more than two seconds longer. If new ones are no better, because the complete path has become slow, each one given up doubles
    /// the tolerance: a crawl of a day ends some ten of them.
    /// </summary>
    /// <param name="left">Bytes that it has left to fetch.</param>
    /// <param name="rate">Its rate, bytes per second. 0 is silence, which is handled elsewhere.</param>
    /// <param name="usual">The usual rate of streams here, bytes per second.</param>
    /// <param name="path">The cost of a new data connection.</param>
    /// <param name="givenUp">Runs given up since one last completed.</param>
    public static bool IsLate(long left, double rate, double usual, PathView path, int givenUp)
    {
        if (rate <= 0 || usual <= 0) return false;
        var fresh = Duration(left, usual, path);
        return left / rate > Math.Max(4 * Math.Pow(2, givenUp) * fresh, fresh + 2);
    }

    private static (int Victim, long Cut)? Cut(in StealContext context, (int Index, double Time) last, long minimum, int thieves)
    {
        var ends = Finish(context, last.Time, thieves);
        var victim = thieves == 1 ? last.Index : Fullest(context, ends, minimum);
        var run = context.Runs[victim];
        double rest = run.Rest;
        var (taken, alone) = EqualFinish(run, rest, context.Paces[victim], context.Own);
        if (taken < Math.Min(minimum, rest) / 2 || ((run.Path is null ? Doubt : 1) * last.Time) - Math.Min(alone, ends) < LeastGain
            + (LeastRoundTrips * context.Own.Path.RoundTrip))
            return null;

        taken = Math.Min(taken, Math.Max(Capacity(ends, context.Own), minimum));
        var cut = Align(run.End - (long)taken, run.Claimed, run.End);
        return cut is { } at && run.End - at >= (Math.Min(minimum, rest) / 2) - SmallUnit ? (victim, at) : null;
    }

    // The time at which all runs could end if so many streams joined: these take the bytes that the runs will not have fetched by then.
    private static double Finish(in StealContext context, double last, int thieves)
    {
        var (early, late) = (0.0, last);
        for (var i = 0; i < 30; i++)
        {
            var middle = (early + late) / 2;
            var share = Capacity(middle, context.Own);
            var parts = 0.0;
            for (var run = 0; run < context.Runs.Count; run++)
                parts += share > 0 ? Math.Ceiling(Math.Max(0, Surplus(context.Runs[run], middle, context.Paces[run])) / share)
                    : double.MaxValue;
            if (parts > thieves) early = middle;
            else late = middle;
        }
        return late;
    }

    private static int Fullest(StealContext context, double ends, long minimum) =>
        Enumerable.Range(0, context.Runs.Count).Where(i => context.Runs[i].Rest >= minimum)
            .MaxBy(i => Surplus(context.Runs[i], ends, context.Paces[i]));

    // The rate a run reaches when others end and the queue empties.
    private static double Alone(RunView run, PathView path) => Math.Max(run.BytesPerSecond * path.Stretch, 1);

    // The bytes a run will not have fetched by then.
    private static double Surplus(RunView run, double seconds, Pace pace) =>
        run.Rest - (run.IsLevel ? seconds * Alone(run, pace.Path)
            : run.BytesPerSecond > 0 ? Risen(seconds, run.BytesPerSecond, pace.Usual, pace.Path.RoundTrip)
            : Capacity(seconds, pace));

    // The bytes a new data connection fetches within so many seconds from now.
    private static double Capacity(double seconds, Pace pace) =>
        Risen(seconds - (pace.Path.SetUpRoundTrips * pace.Path.RoundTrip), First(pace.Usual, pace.Path), pace.Usual, pace.Path.RoundTrip);

    /// <summary>
    /// Returns the time for so many bytes on a new data connection of a warm session, seconds: set-up, slow start, and the steady rate
    /// after it.
    /// </summary>
    internal static double Duration(double bytes, double rate, PathView path) =>
        (path.SetUpRoundTrips * path.RoundTrip) + Rise(bytes, First(rate, path), rate, path.RoundTrip);

    // On a near path ten segments in a round trip exceed the rate of any stream: 146 MB/s at 0.1 ms, where a server sends 40. Without this
    // cap a new stream took everything from its victim, whose stream did the same to the next: 140 ranges of a fifth of a second.
    private static double First(double rate, PathView path) => Math.Min(path.InitialRate, rate);

    // The run that will end last.
    private static (int Index, double Time)? Last(in StealContext context, long minimum)
    {
        (int Index, double Time)? last = null;
        for (var i = 0; i < context.Runs.Count; i++)
        {
            var rest = context.Runs[i].Rest;
            if (rest < minimum) continue;
            var time = Remaining(context.Runs[i], rest, context.Paces[i]);
            if (last is null || time > last.Value.Time) last = (i, time);
        }
        return last;
    }

    private static double Remaining(RunView run, double rest, Pace pace)
    {
        if (run.IsLevel) return rest / Alone(run, pace.Path);
        return run.BytesPerSecond > 0
            ? Rise(rest, run.BytesPerSecond, pace.Usual, pace.Path.RoundTrip) : Duration(rest, pace.Usual, pace.Path);
    }

    // The time in which a rate that doubles every round trip rises from one value to another.
    private static double Rise(double bytes, double from, double to, double roundTrip)
    {
        if (from >= to || roundTrip <= 0) return bytes / Math.Max(from, 1);
        var trips = Math.Log2(to / from);
        var risen = from * roundTrip * (Math.Pow(2, trips) - 1);
        return bytes <= risen
            ? roundTrip * Math.Log2(1 + (bytes / (from * roundTrip)))
            : (roundTrip * trips) + ((bytes - risen) / to);
    }

    // The inverse: the bytes fetched in so many seconds.
    private static double Risen(double seconds, double from, double to, double roundTrip)
    {
        if (seconds <= 0) return 0;
        if (from >= to || roundTrip <= 0) return seconds * Math.Max(from, 1);
        var rise = roundTrip * Math.Log2(to / from);
        return (from * roundTrip * (Math.Pow(2, Math.Min(seconds, rise) / roundTrip) - 1)) + (to * Math.Max(0, seconds - rise));
    }

    // The thief's time grows with its part and the victim's shrinks: the one crossing is found by bisection.
    private static (double Taken, double Ends) EqualFinish(RunView victim, double rest, Pace pace, Pace thief)
    {
        var (least, most) = (0.0, rest);
        for (var i = 0; i < 30; i++)
        {
            var middle = (least + most) / 2;
            if (Duration(middle, thief.Usual, thief.Path) < Remaining(victim, rest - middle, pace)) least = middle;
            else most = middle;
        }
        return (least, Duration(least, thief.Usual, thief.Path));
    }

    // Null while no stream's rate is known.
    private static StealContext? Context(IReadOnlyList<RunView> runs, PathView path)
    {
        var own = new Pace(Usual(runs, path, path), path);
        if (own.Usual <= 0) return null;
        return new StealContext(runs, own,
            [.. runs.Select(run => run.Path is { } other ? new Pace(Usual(runs, other, path), other) : own)]);
    }

    // The expected rate of a new stream of a route: the median of the streams that have levelled off there, else of all there; if none
    // flows there, the rate of its last streams, else the rate of streams elsewhere.
    private static double Usual(IReadOnlyList<RunView> runs, PathView route, PathView asking)
    {
        var flowing = runs.Where(run => run.BytesPerSecond > 0).ToList();
        var own = flowing.FindAll(run => (run.Path ?? asking).Route == route.Route);
        if (own.Count == 0 && flowing.Count > 0 && route.Usual > 0) return route.Usual;
        if (own.Count == 0) own = flowing;
        var rates = own.Where(run => run.IsLevel).Select(run => run.BytesPerSecond).Order().ToList();
        if (rates.Count == 0) rates = [.. own.Select(run => run.BytesPerSecond).Order()];
        return rates.Count == 0 ? 0 : rates[rates.Count / 2];
    }

    // A cut at a MiB boundary keeps both sides' writes aligned. In a short part it would move the end of one side by a sixteenth and more:
    // there the boundary is 64 KiB.
    private static long? Align(long cut, long claimed, long end)
    {
        foreach (var unit in (long[])[LargeUnit, SmallUnit])
        {
            var aligned = (cut + unit - 1) / unit * unit;
            if (aligned > claimed && aligned < end && (unit == SmallUnit || end - cut >= 16 * unit)) return aligned;
        }
        return cut > claimed && cut < end ? cut : null;
    }

    // The expected rate of a stream of one route, and its path.
    private readonly record struct Pace(double Usual, PathView Path);

    // The runs, their paces, and the pace of the stream that asks for work.
    private readonly record struct StealContext(IReadOnlyList<RunView> Runs, Pace Own, Pace[] Paces);
}

/// <summary>The properties of a run that <see cref="StealPolicy"/> uses.</summary>
/// <param name="Claimed">First byte that has not been assigned to its stream.</param>
/// <param name="End">End of its range.</param>
/// <param name="BytesPerSecond">Its rate; 0 before the first byte.</param>
/// <param name="IsLevel">Whether its rate has stopped growing; until then it doubles every round trip.</param>
internal readonly record struct RunView(long Claimed, long End, double BytesPerSecond, bool IsLevel)
{
    /// <summary>Its path, if it is not the asking stream's; null if it is.</summary>
    public PathView? Path { get; init; }

    /// <summary>Bytes that have not been assigned.</summary>
    public long Rest => End - Claimed;
}
