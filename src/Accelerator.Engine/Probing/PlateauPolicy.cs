namespace Accelerator.Engine.Probing;

/// <summary>
/// Decides when a number of streams has been measured long enough. Slow start doubles each round trip, so when two periods of four round
/// trips are equally fast it is over; but while some streams speed up others may slow down, so no total is accepted too early. Numbers in,
/// decision out; no socket, no clock.
/// </summary>
internal static class PlateauPolicy
{
    /// <summary>Most bytes that one number of streams reads: two seconds at 10 Gb/s and some slow start before.</summary>
    public const long MostBytes = 4L << 30;

    private const double MostDifference = 0.08;

    /// <summary>Returns the period that is compared with the one before it: four round trips, 250 ms to 2 s.</summary>
    public static TimeSpan Stretch(TimeSpan roundTrip) => Clamp(roundTrip * 4, 0.25, 2);

    /// <summary>
    /// Returns the time before which no result is accepted: 16 round trips (slow start takes 9 to 14, on a receive window that grows too),
    /// 0.5 s to 5 s.
    /// </summary>
    public static TimeSpan Least(TimeSpan roundTrip) => Clamp(roundTrip * 16, 0.5, 5);

    /// <summary>Returns when to stop waiting for a plateau: 36 round trips, 1.5 s to 9 s.</summary>
    public static TimeSpan Longest(TimeSpan roundTrip) => Clamp(roundTrip * 36, 1.5, 9);

    /// <summary>Returns whether the last period brought as much as the one before it.</summary>
    public static bool IsFlat(IReadOnlyList<LoadTick> ticks, TimeSpan roundTrip)
    {
        var stretch = Stretch(roundTrip);
        if (ticks.Count < 3 || ticks[^1].At < stretch * 2 || ticks[^1].At < Least(roundTrip)) return false;
        var middle = At(ticks, ticks[^1].At - stretch);
        var (last, before) = (Rate(middle, ticks[^1]), Rate(At(ticks, middle.At - stretch), middle));
        return before > 0 && Math.Abs(last - before) <= MostDifference * Math.Max(last, before);
    }

    /// <summary>Returns whether the step ends here.</summary>
    public static bool IsOver(IReadOnlyList<LoadTick> ticks, TimeSpan roundTrip) =>
        IsFlat(ticks, roundTrip)
        || (ticks.Count > 1 && (ticks[^1].At >= Longest(roundTrip) || ticks[^1].Bytes - ticks[0].Bytes >= MostBytes));

    /// <summary>Returns where the measured part begins: two periods before the end when it is flat, else one.</summary>
    public static LoadTick Start(IReadOnlyList<LoadTick> ticks, TimeSpan roundTrip) =>
        At(ticks, ticks[^1].At - (Stretch(roundTrip) * (IsFlat(ticks, roundTrip) ? 2 : 1)));

    /// <summary>Returns the bytes per second of each stream between two times.</summary>
    public static IReadOnlyList<double> Rates(LoadTick from, LoadTick to)
    {
        var seconds = Math.Max((to.At - from.At).TotalSeconds, 1e-6);
        return [.. to.Streams.Select((bytes, i) => (bytes - from.Streams[i]) / seconds)];
    }

    private static double Rate(LoadTick from, LoadTick to) => Rates(from, to).Sum();

    // The last tick at or before a time; the first when there is none.
    private static LoadTick At(IReadOnlyList<LoadTick> ticks, TimeSpan time)
    {
        for (var i = ticks.Count - 1; i > 0; i--)
        {
            if (ticks[i].At <= time) return ticks[i];
        }
        return ticks[0];
    }

    private static TimeSpan Clamp(TimeSpan time, double least, double most) =>
        TimeSpan.FromSeconds(Math.Clamp(time.TotalSeconds, least, most));
}
