namespace Accelerator.Jobs.Definitions;

/// <summary>A limit that applies at certain hours of certain days.</summary>
/// <param name="Days">The days on which the window begins.</param>
/// <param name="From">The beginning.</param>
/// <param name="To">The end; on the next day if it is not after <paramref name="From"/>.</param>
/// <param name="Zone">The time zone of both.</param>
/// <param name="BytesPerSecond">The limit.</param>
public sealed record BandwidthWindow(IReadOnlySet<DayOfWeek> Days, TimeOnly From, TimeOnly To, TimeZoneInfo Zone, long BytesPerSecond)
{
    /// <summary>Returns the lowest of the limits that apply at a time; null if none does.</summary>
    public static long? LimitAt(IReadOnlyList<BandwidthWindow> windows, DateTimeOffset time) =>
        windows.Where(window => window.Holds(time)).Min(window => (long?)window.BytesPerSecond);

    /// <summary>Returns whether the limit applies at a time. The beginning is inclusive, the end exclusive.</summary>
    public bool Holds(DateTimeOffset time) => new ClockWindow(Days, From, To, Zone).Holds(time);
}
