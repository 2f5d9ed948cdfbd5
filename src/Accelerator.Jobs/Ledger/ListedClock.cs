using System.Globalization;
using Accelerator.Ftp.Listings;

namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The wall clock that LIST reports for a file, as stored in the ledger: <c>~2026-03-04 05:06</c>, or <c>~2026-03-04</c> for older files.
/// The server's time zone is unknown, so it is only compared with earlier values of the same server.
/// </summary>
internal static class ListedClock
{
    private const char Mark = '~';
    private const int DayLength = 11;
    private const int TimeValDigits = 14;

    // Every zone's offset from UTC is a multiple of this, at most 14 hours.
    private const int QuarterHour = 15;
    private const int MostMinutes = 14 * 60;

    /// <summary>Returns the text of a listed time; null if it is in UTC, if day and month may be swapped, or if there is none.</summary>
    public static string? Of(ListingTime? time) => time is { IsUtc: false, IsOrderOpen: false } listed
        ? Mark + listed.Clock.ToString(
            listed.Precision == TimePrecision.Day ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)
        : null;

    /// <summary>Returns whether a text of the ledger is such a clock, and not a time in UTC.</summary>
    public static bool Is(string? text) => text is [Mark, ..];

    /// <summary>Returns whether two clocks are of the same minute, or of the same day if one of them has no time of day.</summary>
    public static bool IsSame(string one, string other)
    {
        var length = Math.Min(one.Length, other.Length);
        return length >= DayLength && one.AsSpan(0, length).SequenceEqual(other.AsSpan(0, length));
    }

    /// <summary>Returns whether a clock can be that of a time in UTC, in some zone.</summary>
    /// <param name="clock">The text of a listed time.</param>
    /// <param name="modified">A time as MDTM writes it.</param>
    public static bool CanBe(string clock, string modified)
    {
        if (modified.Length < TimeValDigits
            || !DateTime.TryParseExact(modified.AsSpan(0, TimeValDigits - 2), "yyyyMMddHHmm", CultureInfo.InvariantCulture,
                DateTimeStyles.None, out var utc))
            return false;
        if (clock.Length == DayLength)
            return DateTime.TryParseExact(clock.AsSpan(1), "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day)
                && Math.Abs((day - utc.Date).TotalDays) <= 1;
        return DateTime.TryParseExact(clock.AsSpan(1), "yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture, DateTimeStyles.None, out var local)
            && (long)(local - utc).TotalMinutes is var minutes && Math.Abs(minutes) <= MostMinutes && minutes % QuarterHour == 0;
    }
}
