using Accelerator.Engine.Sources;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Decides whether a file is the same on the server and locally. Pure. LIST's clock alone is never sufficient: it has no zone and a
/// precision of a minute or a day, so that a file changed twice within one looks unchanged. It may be trusted where a record has what it
/// showed before, and the record is old enough that a later change would show in it: the same rule by which git trusts its index.
/// </summary>
internal static class FileComparison
{
    // Tolerance between the server's clock and this computer's.
    private static readonly TimeSpan Slack = TimeSpan.FromMinutes(2);

    // A clock of an unknown zone, read as UTC, is up to 12 h early; two more for daylight saving and wrong clocks.
    private static readonly TimeSpan UnknownZone = TimeSpan.FromHours(14);

    // The zones behind UTC differ from it by whole and half hours.
    private static readonly TimeSpan ZoneStep = TimeSpan.FromMinutes(30);

    /// <summary>Compares a listed file with the local file of its name.</summary>
    /// <param name="size">Bytes as listed; null where not listed.</param>
    /// <param name="time">Time as listed; null where not listed.</param>
    /// <param name="local">The local file.</param>
    /// <param name="known">Its entry in the record; null for none.</param>
    /// <param name="byHash">Whether files of equal size are to be compared by hash.</param>
    /// <param name="isFat">Whether the local disk stores only even seconds.</param>
    public static Comparison Judge(
        long? size, ListingTime? time, in LocalEntry local, MirrorRecordEntry? known, bool byHash, bool isFat = false)
    {
        if (LocalComparison.BySize(size, local) is { } differs) return differs;
        if (byHash) return new Comparison(ComparisonVerdict.AskHash);
        var byTime = time?.Instant is { } instant ? LocalComparison.ByTime(instant.UtcDateTime, local, isFat) : (Comparison?)null;
        if (byTime is { Verdict: ComparisonVerdict.Same }) return Comparison.Same;
        if (known is { } entry && entry.Describes(local) && time is { } now && entry.Time is { } then && IsSettled(now, then, entry))
            return Comparison.Same;
        return byTime ?? new Comparison(ComparisonVerdict.AskTime);
    }

    /// <summary>Compares after an MDTM query.</summary>
    /// <param name="modified">The reply; null for none.</param>
    /// <param name="time">Time as listed; null where not listed.</param>
    /// <param name="local">The local file.</param>
    /// <param name="known">Its entry in the record; null for none.</param>
    /// <param name="isFat">Whether the local disk stores only even seconds.</param>
    public static Comparison JudgeAnswer(
        string? modified, ListingTime? time, in LocalEntry local, MirrorRecordEntry? known, bool isFat = false)
    {
        if (modified is not null && known is { } entry && entry.Describes(local))
        {
            if (entry.Modified == modified) return Comparison.Same;
            // MDTM was not queried then; but a change before the record was made is in the record.
            if (entry.Modified is null && entry.Time is { } then && time is { } now && ShowSameClock(now, then)
                && RemoteIdentity.ReadTime(modified) is { } instant && entry.CheckedUtc - instant >= Slack
                && IsClearOfZones(instant, then, UnitOf(Coarser(now, then)), entry))
                return Comparison.Same;
        }
        return LocalComparison.ByTime(modified, local, isFat);
    }

    // The clock is unchanged, and was read so late that it would show any later change.
    private static bool IsSettled(ListingTime now, ListingTime then, in MirrorRecordEntry entry)
    {
        if (!ShowSameClock(now, then)) return false;
        var unit = UnitOf(Coarser(now, then));
        if (RemoteIdentity.ReadTime(entry.Modified) is { } instant)
            return entry.CheckedUtc - instant >= unit + Slack && IsClearOfZones(instant, then, unit, entry);
        return entry.CheckedUtc - then.Clock >= unit + (then.IsUtc ? Slack : UnknownZone);
    }

    // If MDTM shows the clock of LIST, both may be in local time (vsftpd: use_localtime=YES). In a zone behind UTC the file is then younger
    // than its MDTM by whole or half hours. A check near one of these may have come before a change that shows the same clock.
    private static bool IsClearOfZones(DateTime modified, ListingTime then, TimeSpan unit, in MirrorRecordEntry entry)
    {
        var same = UnitOf(then.Precision).Ticks;
        if (then.IsUtc || Floor(modified, same) != Floor(then.Clock, same)) return true;
        var (age, near) = (entry.CheckedUtc - modified, unit + Slack);
        return age >= unit + UnknownZone || age + near < ZoneStep || (age + near).Ticks % ZoneStep.Ticks >= 2 * near.Ticks;
    }

    // Listings are less precise for old files: "Mar 3 12:00" becomes "Mar 3 2026".
    private static bool ShowSameClock(ListingTime now, ListingTime then)
    {
        var unit = UnitOf(Coarser(now, then)).Ticks;
        return now.IsUtc == then.IsUtc && Floor(now.Clock, unit) == Floor(then.Clock, unit);
    }

    private static TimePrecision Coarser(ListingTime one, ListingTime other) =>
        one.Precision < other.Precision ? one.Precision : other.Precision;

    private static TimeSpan UnitOf(TimePrecision precision) => precision switch
    {
        TimePrecision.Day => TimeSpan.FromDays(1),
        TimePrecision.Minute => TimeSpan.FromMinutes(1),
        _ => TimeSpan.FromSeconds(1),
    };

    private static long Floor(DateTime time, long unit) => time.Ticks / unit * unit;
}
