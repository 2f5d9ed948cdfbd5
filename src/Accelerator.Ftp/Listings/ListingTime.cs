using System.Globalization;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// A file's time as listed, with its precision and zone. Only <see cref="Instant"/> may decide whether a file has changed: LIST gives the
/// server's local time to the minute or the day, mostly without the zone and often without the year.
/// </summary>
public readonly record struct ListingTime
{
    /// <summary>The last second of the year 9999, in seconds since 1970.</summary>
    internal const long LastUnixSecond = 253_402_300_799;

    // The gap was eight years from 1896 to 1904.
    private const int LongestToLeapDay = 8;

    private ListingTime(DateTime clock, TimePrecision precision, bool isUtc, bool isYearInferred, DayOrder order = DayOrder.Certain)
    {
        Clock = DateTime.SpecifyKind(clock, isUtc ? DateTimeKind.Utc : DateTimeKind.Unspecified);
        Precision = precision;
        IsUtc = isUtc;
        IsYearInferred = isYearInferred;
        Order = order;
    }

    /// <summary>Date and time as the server wrote them, in UTC if <see cref="IsUtc"/> is set; for people.</summary>
    public DateTime Clock { get; }

    /// <summary>The precision of <see cref="Clock"/>; smaller parts are zero.</summary>
    public TimePrecision Precision { get; }

    /// <summary>Whether the zone is known to be UTC.</summary>
    public bool IsUtc { get; }

    /// <summary>Whether the year was omitted and is inferred as the latest that is not in the future.</summary>
    public bool IsYearInferred { get; }

    /// <summary>
    /// Whether day and month may be exchanged: both numbers could be the month, and neither a line of the listing nor an earlier listing of
    /// the site shows which is. Such a time is for people, and decides nothing.
    /// </summary>
    public bool IsOrderOpen => Order == DayOrder.Open;

    /// <summary>The order of day and month, as far as the numbers show it.</summary>
    internal DayOrder Order { get; }

    /// <summary>The point in time if known to the second; null for times from LIST.</summary>
    public DateTimeOffset? Instant => IsUtc && Precision >= TimePrecision.Second ? new DateTimeOffset(Clock) : null;

    /// <summary>Creates a time in UTC: the modify fact of MLSD.</summary>
    public static ListingTime Utc(DateTime clock, TimePrecision precision) => new(clock, precision, isUtc: true, isYearInferred: false);

    /// <summary>Creates a time in an unknown zone: a time from LIST.</summary>
    public static ListingTime Local(DateTime clock, TimePrecision precision) => new(clock, precision, isUtc: false, isYearInferred: false);

    /// <summary>Creates a time in an unknown zone on a listed day; null for a day that does not exist.</summary>
    internal static ListingTime? Local(CalendarDay? day, TimeOnly clock, TimePrecision precision) =>
        day is { } date ? new ListingTime(date.Date.ToDateTime(clock), precision, isUtc: false, isYearInferred: false, date.Order) : null;

    /// <summary>Returns an ambiguous date with its order resolved.</summary>
    internal ListingTime InOrder(bool isDayFirst)
    {
        var clock = isDayFirst ? new DateTime(Clock.Year, Clock.Day, Clock.Month).Add(Clock.TimeOfDay) : Clock;
        return new ListingTime(clock, Precision, IsUtc, IsYearInferred);
    }

    /// <summary>
    /// Creates a time with an inferred year. <c>ls</c> omits the year for times of the last half year, so it is the latest that is not more
    /// than a day after now: a day, because the server's clock may be in another zone.
    /// </summary>
    /// <returns>Null for a day that exists in no year. The 29th of February is the most recent one.</returns>
    internal static ListingTime? WithoutYear(int month, int day, TimeOnly time, TimePrecision precision, DateTimeOffset now)
    {
        var latest = now.UtcDateTime.AddDays(1);
        for (var year = latest.Year; year >= latest.Year - LongestToLeapDay && year > 0; year--)
        {
            if (day > DateTime.DaysInMonth(year, month)) continue;
            var clock = new DateOnly(year, month, day).ToDateTime(time);
            if (clock <= latest) return new ListingTime(clock, precision, isUtc: false, isYearInferred: true);
        }
        return null;
    }

    /// <summary>
    /// Reads RFC 3659's time-val, <c>20210304050607</c> with an optional fraction, as used by modify and MDTM. Eight or twelve digits have
    /// been seen, and <c>19121</c> for the year 2021 from servers that print 19 and the years since 1900.
    /// </summary>
    /// <returns>Null for anything else, and for a time that does not exist.</returns>
    internal static ListingTime? FromTimeVal(ReadOnlySpan<byte> text)
    {
        var digits = text.IndexOfAnyExceptInRange((byte)'0', (byte)'9') is >= 0 and var end ? end : text.Length;
        var yearDigits = digits == 15 && text.StartsWith("191"u8) ? 5 : 4;
        if (digits - yearDigits is not (4 or 8 or 10)) return null;

        var year = yearDigits == 5 ? 1900 + AsciiNumber.Read(text[2..5]) : AsciiNumber.Read(text[..4]);
        var rest = text[yearDigits..digits];
        var hour = rest.Length > 4 ? AsciiNumber.Read(rest[4..6]) : 0;
        var minute = rest.Length > 4 ? AsciiNumber.Read(rest[6..8]) : 0;
        var second = rest.Length > 8 ? AsciiNumber.Read(rest[8..10]) : 0;
        if (!CalendarText.IsDate(year, AsciiNumber.Read(rest[..2]), AsciiNumber.Read(rest[2..4])) || hour > 23 || minute > 59
            || second > 60)
            return null;

        // A leap second is read as the first second of the next minute; after the last representable minute there is none.
        var begun = new DateTime(year, AsciiNumber.Read(rest[..2]), AsciiNumber.Read(rest[2..4]), hour, minute, 0, DateTimeKind.Utc);
        if (DateTime.MaxValue - begun < TimeSpan.FromSeconds(second)) return null;
        var clock = begun.AddSeconds(second);
        var precision = rest.Length switch { 4 => TimePrecision.Day, 8 => TimePrecision.Minute, _ => TimePrecision.Second };
        var fraction = text[digits..] is [(byte)'.', .. var more] && precision == TimePrecision.Second
            ? AsciiNumber.ReadFraction(more) : null;
        return fraction is { } ticks ? Utc(clock.AddTicks(ticks), TimePrecision.Fraction) : Utc(clock, precision);
    }

    /// <summary>Returns RFC 3659's time-val, the form of MDTM replies: <c>20210304050607</c>, with a fraction if there is one.</summary>
    public string ToTimeVal() =>
        Clock.ToString(Precision == TimePrecision.Fraction ? "yyyyMMddHHmmss.FFFFFFF" : "yyyyMMddHHmmss", CultureInfo.InvariantCulture);

    /// <summary>Returns the time for people: as much as is known, with a Z for UTC.</summary>
    public override string ToString()
    {
        var format = Precision switch { TimePrecision.Day => "yyyy-MM-dd", TimePrecision.Minute => "yyyy-MM-dd HH:mm",
            _ => "yyyy-MM-dd HH:mm:ss" };
        return Clock.ToString(format, CultureInfo.InvariantCulture) + (IsUtc ? "Z" : "");
    }
}
