namespace Accelerator.Ftp.Listings;

/// <summary>
/// The date in a line of <c>ls -l</c>, in the orders of its locales: <c>Mar  4 05:06</c>, <c>Mar  4  2021</c>, <c>4 Mar 2021</c>,
/// <c>2021-03-04 05:06</c>, <c>03-04 05:06</c>, <c>3월  4 05:06</c>, <c>3 29 05:06</c>, <c>2005년 1월 13일</c>, <c>01-jun-99</c>,
/// <c>Oct 08, 2002 09:47</c>.
/// </summary>
internal static class UnixDate
{
    /// <summary>The certainty of the search; each level accepts dates that the previous one does not.</summary>
    public enum Certainty
    {
        /// <summary>A known month's name, a number followed by a sign, or a date with separators.</summary>
        Known,

        /// <summary>A word that may be a month in an unknown language.</summary>
        AnyWord,

        /// <summary>Month and day as numbers, which may also look like an owner, a group and a size.</summary>
        Numbers,
    }

    /// <summary>Reads a date that begins with the first of these words.</summary>
    /// <param name="line">The line.</param>
    /// <param name="fields">Its words from that position on.</param>
    /// <param name="now">The current time, to infer an omitted year.</param>
    /// <param name="certainty">The forms accepted as a date.</param>
    /// <param name="time">Null if the date is unreadable or does not exist.</param>
    /// <returns>The number of words used; 0 if there is no date.</returns>
    public static int Read(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, DateTimeOffset now, Certainty certainty,
        out ListingTime? time)
    {
        time = null;
        if (fields.Length < 2) return 0;
        if (certainty == Certainty.Known)
        {
            if (ReadSeparated(line, fields, now, out time) is > 0 and var separated) return separated;
            if (ReadYearFirst(line, fields, out time) is > 0 and var yearFirst) return yearFirst;
        }
        if (certainty == Certainty.AnyWord && CalendarText.IsOfUnknownMonth(line[fields[0]]))
            return ClockText.TryRead(line[fields[1]], out _, out _) ? 2 : 1;
        if (fields.Length < 3 || !TryMonthAndDay(line[fields[0]], line[fields[1]], certainty, out var month, out var day)) return 0;
        return ReadYearOrTime(line, fields[2..], month, day, now, out time) is var more and > 0
            ? WithTime(line, fields, 2 + more, ref time) : 0;
    }

    // VShell writes year and time, with a comma after the day.
    private static int WithTime(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, int used, ref ListingTime? time)
    {
        if (line[fields[1]] is not [.., (byte)','] || fields.Length <= used || time is not { Precision: TimePrecision.Day } day
            || !ClockText.TryRead(line[fields[used]], out var clock, out var precision))
            return used;
        time = ListingTime.Local(day.Clock.Add(clock.ToTimeSpan()), precision);
        return used + 1;
    }

    // "2005년  1월 13일", with or without a time after it.
    private static int ReadYearFirst(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, out ListingTime? time)
    {
        time = null;
        if (fields.Length < 3 || line[fields[0]].Length < 5 || !TryYear(line[fields[0]], out var year)) return 0;
        if (Month(line[fields[1]], Certainty.Known) is not (> 0 and var month) || !TryDay(line[fields[2]], out var day)) return 0;
        var (clock, precision, used) = (default(TimeOnly), TimePrecision.Day, 3);
        if (fields.Length > 3 && ClockText.TryRead(line[fields[3]], out var reported, out var howMuch))
            (clock, precision, used) = (reported, howMuch, 4);
        if (CalendarText.IsDate(year, month, day)) time = ListingTime.Local(new DateOnly(year, month, day).ToDateTime(clock), precision);
        return used;
    }

    // 2021-03-04 05:06:07.000000000 +0900 (ls --full-time), 2021-03-04 05:06, 2021-03-04, 03-04 05:06, 09-26 2000.
    private static int ReadSeparated(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, DateTimeOffset now, out ListingTime? time)
    {
        time = null;
        var first = line[fields[0]];
        if (first.Length >= 8 && (CalendarText.TryReadNumbers(first, now, out var date) || CalendarText.TryReadNamed(first, now, out date)))
        {
            if (!ClockText.TryRead(line[fields[1]], out var clock, out var precision))
            {
                time = ListingTime.Local(date, default, TimePrecision.Day);
                return 1;
            }
            time = ListingTime.Local(date, clock, precision);
            if (fields.Length < 3 || !TryZone(line[fields[2]], out var zone)) return 2;
            if (time is { } local) time = ListingTime.Utc(Shift(local.Clock, zone), precision);
            return 3;
        }
        var dash = first.IndexOf((byte)'-');
        return dash > 0 && TryMonthAndDay(first[..dash], first[(dash + 1)..], Certainty.Numbers, out var month, out var dayOfMonth)
            && ReadYearOrTime(line, fields[1..], month, dayOfMonth, now, out time) is > 0 and var more ? 1 + more : 0;
    }

    private static bool TryMonthAndDay(ReadOnlySpan<byte> one, ReadOnlySpan<byte> two, Certainty certainty, out int month, out int day)
    {
        day = 0;
        month = Month(one, certainty);
        if (month >= 0 && TryDay(two, out day)) return true;
        month = Month(two, certainty);
        if (month >= 0 && TryDay(one, out day)) return true;
        return false;
    }

    // 0: an unknown month. -1: no month.
    private static int Month(ReadOnlySpan<byte> text, Certainty certainty)
    {
        if (MonthNames.Find(text) is > 0 and var named) return named;
        var digits = Digits(text);
        if (digits is 0) return certainty == Certainty.AnyWord && text.Length >= 2 ? 0 : -1;
        // The sign of a month (월, 月) has different bytes in each charset, and never begins with ASCII.
        var isSigned = digits < text.Length && text[digits] >= 0x80;
        if (!isSigned && (certainty != Certainty.Numbers || digits < text.Length)) return -1;
        return AsciiNumber.TryRead(text[..digits], 2, out var month) && month is >= 1 and <= 12 ? month : -1;
    }

    // "4", "04", "4.", "08,", "4일".
    private static bool TryDay(ReadOnlySpan<byte> text, out int day)
    {
        var digits = Digits(text);
        var isWhole = digits == text.Length || text[digits] >= 0x80
            || (digits == text.Length - 1 && text[digits] is (byte)'.' or (byte)',');
        return AsciiNumber.TryRead(text[..digits], 2, out day) && isWhole && day is >= 1 and <= 31;
    }

    // A year, or a time, perhaps followed by its year if it has seconds (ls -lT of BSD).
    private static int ReadYearOrTime(
        ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, int month, int day, DateTimeOffset now, out ListingTime? time)
    {
        time = null;
        var first = line[fields[0]];
        if (TryYear(first, out var year))
        {
            if (month > 0 && CalendarText.IsDate(year, month, day))
                time = ListingTime.Local(new DateTime(year, month, day), TimePrecision.Day);
            return 1;
        }
        if (!ClockText.TryRead(first, out var clock, out var precision)) return 0;

        var used = 1;
        if (precision == TimePrecision.Second && fields.Length > used && TryYear(line[fields[used]], out year)) used++;
        else year = 0;
        if (month == 0) return used;
        if (year == 0) time = ListingTime.WithoutYear(month, day, clock, precision, now);
        else if (CalendarText.IsDate(year, month, day))
            time = ListingTime.Local(new DateOnly(year, month, day).ToDateTime(clock), precision);
        return used;
    }

    public static bool TryYear(ReadOnlySpan<byte> text, out int year)
    {
        var digits = Digits(text);
        year = 0;
        return digits == 4 && (text.Length == 4 || text[4] >= 0x80) && AsciiNumber.TryRead(text[..4], 4, out year)
            && year is >= 1900 and <= 2999;
    }

    private static bool TryZone(ReadOnlySpan<byte> text, out TimeSpan zone)
    {
        zone = default;
        if (text.Length != 5 || text[0] is not ((byte)'+' or (byte)'-') || !AsciiNumber.TryRead(text[1..], 4, out var value)) return false;
        zone = new TimeSpan(value / 100, value % 100, 0) * (text[0] == '-' ? -1 : 1);
        return zone.Duration() <= TimeSpan.FromHours(15);
    }

    private static DateTime Shift(DateTime local, TimeSpan zone)
    {
        var ticks = local.Ticks - zone.Ticks;
        return ticks < 0 || ticks > DateTime.MaxValue.Ticks ? local : new DateTime(ticks);
    }

    private static int Digits(ReadOnlySpan<byte> text) =>
        text.IndexOfAnyExceptInRange((byte)'0', (byte)'9') is >= 0 and var end ? end : text.Length;
}
