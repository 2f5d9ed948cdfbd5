namespace Accelerator.Jobs.Definitions;

/// <summary>A limit that holds at some hours of some days.</summary>
/// <param name="Days">The days on which it begins.</param>
/// <param name="From">When it begins.</param>
/// <param name="To">When it ends; on the next day where that is not after <paramref name="From"/>.</param>
/// <param name="Zone">The time zone of both.</param>
/// <param name="BytesPerSecond">The limit.</param>
public sealed record BandwidthWindow(IReadOnlySet<DayOfWeek> Days, TimeOnly From, TimeOnly To, TimeZoneInfo Zone, long BytesPerSecond)
{
    /// <summary>The least of the limits that hold at a time; null where none does.</summary>
    public static long? LimitAt(IReadOnlyList<BandwidthWindow> windows, DateTimeOffset time) =>
        windows.Where(window => window.Holds(time)).Min(window => (long?)window.BytesPerSecond);

    /// <summary>Whether it holds at a time. Its beginning belongs to it, its end does not.</summary>
    public bool Holds(DateTimeOffset time)
    {
        var local = TimeZoneInfo.ConvertTime(time, Zone);
        var clock = TimeOnly.FromTimeSpan(local.TimeOfDay);
        if (From < To) return Days.Contains(local.DayOfWeek) && clock >= From && clock < To;
        return (clock >= From && Days.Contains(local.DayOfWeek)) || (clock < To && Days.Contains(local.AddDays(-1).DayOfWeek));
    }
}
