using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Whether a file's age is what a filter wants. Pure. A clock of an unknown zone is read as UTC and may be 14 h wrong either way.
/// </summary>
internal static class AgePolicy
{
    private static readonly TimeSpan UnknownZone = TimeSpan.FromHours(14);

    /// <summary>Whether a file counts as changed after the limit: rather one too many.</summary>
    public static bool IsNewer(ListingTime? time, DateTimeOffset limit)
    {
        if (time is not { } told) return true;
        var earliest = limit.UtcDateTime - Uncertainty(told);
        return told.Clock > earliest;
    }

    /// <summary>Whether a file is young: true or false where the listing tells, null where only MDTM can.</summary>
    public static bool? IsYoung(ListingTime? time, TimeSpan minAge, DateTimeOffset now)
    {
        if (time is not { } told) return null;
        var age = now.UtcDateTime - told.Clock;
        if (told.Instant is not null) return age < minAge;
        return age >= minAge + Uncertainty(told) ? false : null;
    }

    /// <summary>Whether a file is young by what MDTM said; what has no time is young.</summary>
    public static bool IsYoung(string? modified, TimeSpan minAge, DateTimeOffset now) =>
        SourceInspector.ReadTime(modified) is not { } instant || now.UtcDateTime - instant < minAge;

    // The clock's own unit, which is cut off, and the zone.
    private static TimeSpan Uncertainty(ListingTime time) =>
        (time.IsUtc ? TimeSpan.Zero : UnknownZone) + (time.Precision switch { TimePrecision.Day => TimeSpan.FromDays(1),
            TimePrecision.Minute => TimeSpan.FromMinutes(1), _ => TimeSpan.Zero });
}
