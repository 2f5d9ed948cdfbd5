using Accelerator.Engine.Sources;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Decides whether a file's age matches a filter. Pure. A clock of an unknown zone is read as UTC and may be 14 h wrong either way.
/// </summary>
internal static class AgePolicy
{
    private static readonly TimeSpan UnknownZone = TimeSpan.FromHours(14);

    /// <summary>Returns whether a file counts as changed after the limit; in doubt it does.</summary>
    public static bool IsNewer(ListingTime? time, DateTimeOffset limit)
    {
        if (time is not { } reported) return true;
        // In ticks: a limit in the year 1 or 9999 has no earlier or later date.
        return reported.Clock.Ticks > limit.UtcTicks - Uncertainty(reported).Ticks;
    }

    /// <summary>Returns whether a file counts as unchanged since the limit; in doubt it does.</summary>
    public static bool IsOlder(ListingTime? time, DateTimeOffset limit) =>
        time is not { } reported || reported.Clock.Ticks <= limit.UtcTicks + Zone(reported).Ticks;

    /// <summary>Returns whether a file is young; null where only MDTM can tell.</summary>
    public static bool? IsYoung(ListingTime? time, TimeSpan minAge, DateTimeOffset now)
    {
        if (time is not { } reported) return null;
        var age = now.UtcDateTime - reported.Clock;
        if (reported.Instant is not null) return age < minAge;
        return age >= minAge + Uncertainty(reported) ? false : null;
    }

    /// <summary>Returns whether a file is young by its MDTM; a file without a time is young.</summary>
    public static bool IsYoung(string? modified, TimeSpan minAge, DateTimeOffset now) =>
        RemoteIdentity.ReadTime(modified) is not { } instant || now.UtcDateTime - instant < minAge;

    // The precision of the clock, which is truncated, and the zone.
    private static TimeSpan Uncertainty(ListingTime time) =>
        Zone(time) + (time.Precision switch { TimePrecision.Day => TimeSpan.FromDays(1),
            TimePrecision.Minute => TimeSpan.FromMinutes(1), _ => TimeSpan.Zero });

    private static TimeSpan Zone(ListingTime time) => time.IsUtc ? TimeSpan.Zero : UnknownZone;
}
