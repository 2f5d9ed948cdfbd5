using System.Globalization;
using Accelerator.Ftp.Listings;

namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The wall clock that LIST tells of a file, as the ledger keeps it: <c>~2026-03-04 05:06</c>, or <c>~2026-03-04</c> of older files. The
/// server's zone is unknown, so it is only compared with what the same server told before.
/// </summary>
internal static class ListedClock
{
    private const char Mark = '~';
    private const int DayLength = 11;
    private const int TimeValDigits = 14;

    // Every zone is a multiple of it away from UTC, by at most 14 hours.
    private const int QuarterHour = 15;
    private const int MostMinutes = 14 * 60;

    /// <summary>The text of a listed time; null where it is in UTC, where day and month may be exchanged, or where there is none.</summary>
    public static string? Of(ListingTime? time) => time is { IsUtc: false, IsOrderOpen: false } told
        ? Mark + told.Clock.ToString(told.Precision == TimePrecision.Day ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)
        : null;

    /// <summary>Whether a text of the ledger is such a clock, and not a time in UTC.</summary>
    public static bool Is(string? text) => text is [Mark, ..];

    /// <summary>Whether two are of the same minute, or of the same day where one of them tells no more.</summary>
    public static bool IsSame(string one, string other)
    {
        var length = Math.Min(one.Length, other.Length);
        return length >= DayLength && one.AsSpan(0, length).SequenceEqual(other.AsSpan(0, length));
    }

    /// <summary>Whether a clock can be that of a time in UTC, in some zone.</summary>
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
            && (int)(local - utc).TotalMinutes is var minutes && Math.Abs(minutes) <= MostMinutes && minutes % QuarterHour == 0;
    }
}
