namespace Accelerator.Ftp.Listings;

/// <summary>Dates with separators, as written by systems other than Unix.</summary>
internal static class CalendarText
{
    /// <summary>Returns whether the day exists.</summary>
    public static bool IsDate(int year, int month, int day) =>
        year is > 0 and <= 9999 && month is >= 1 and <= 12 && day >= 1 && day <= DateTime.DaysInMonth(year, month);

    /// <summary>
    /// <c>03-04-21</c>, <c>03-04-2021</c>, <c>2021-03-04</c>, with <c>-</c>, <c>/</c> or <c>.</c>. Points mean that the day comes first, as
    /// in German. Otherwise, if either number could be the month, the first one is read as the month, and the order stays open.
    /// </summary>
    /// <param name="text">One word of a line.</param>
    /// <param name="now">Two-digit years are resolved to the latest year that is at most next year.</param>
    /// <param name="date">Null if the text has the form of a date but no such day exists.</param>
    /// <returns>Whether the text has the form of a date.</returns>
    public static bool TryReadNumbers(ReadOnlySpan<byte> text, DateTimeOffset now, out CalendarDay? date)
    {
        date = null;
        var first = text.IndexOfAny("-/."u8);
        if (first < 1) return false;
        var separator = text[first];
        var second = text[(first + 1)..].IndexOf(separator) + first + 1;
        if (second <= first + 1) return false;
        if (!AsciiNumber.TryRead(text[..first], 4, out var one) || !AsciiNumber.TryRead(text[(first + 1)..second], 2, out var two)
            || !AsciiNumber.TryRead(text[(second + 1)..], 4, out var three))
            return false;

        var lastLength = text.Length - second - 1;
        if (first == 4) date = Make(one, two, three, DayOrder.Certain);
        else if (first > 2 || lastLength is not (2 or 4)) return false;
        else if (one > 31) date = Make(FullYear(one, now), two, three, DayOrder.Certain);
        else
        {
            var year = lastLength == 2 ? FullYear(three, now) : three;
            date = separator == '.' ? Make(year, two, one, DayOrder.Certain)
                : one > 12 ? Make(year, two, one, DayOrder.DayFirst)
                : two > 12 ? Make(year, one, two, DayOrder.MonthFirst)
                : Make(year, one, two, one == two ? DayOrder.Certain : DayOrder.Open);
        }
        return true;
    }

    /// <summary><c>8-SEP-1996</c>, <c>22-Dec-14</c>: VMS and NonStop.</summary>
    /// <inheritdoc cref="TryReadNumbers"/>
    public static bool TryReadNamed(ReadOnlySpan<byte> text, DateTimeOffset now, out CalendarDay? date)
    {
        date = null;
        var first = text.IndexOf((byte)'-');
        var second = text.LastIndexOf((byte)'-');
        if (first < 1 || second <= first + 1 || !AsciiNumber.TryRead(text[..first], 2, out var day)) return false;
        var month = MonthNames.Find(text[(first + 1)..second]);
        if (month == 0 || text.Length - second - 1 is not (2 or 4) || !AsciiNumber.TryRead(text[(second + 1)..], 4, out var year))
            return false;
        date = Make(text.Length - second - 1 == 2 ? FullYear(year, now) : year, month, day, DayOrder.Certain);
        return true;
    }

    /// <summary>
    /// Returns whether a word has the form that <see cref="TryReadNamed"/> reads and its month is unknown: <c>15-JUI-2002</c>, which is
    /// June or July in French.
    /// </summary>
    public static bool IsOfUnknownMonth(ReadOnlySpan<byte> text)
    {
        var first = text.IndexOf((byte)'-');
        var second = text.LastIndexOf((byte)'-');
        if (first is not (1 or 2) || second < first + 4 || text.Length - second != 5 || !AsciiNumber.IsDigits(text[..first])
            || !AsciiNumber.IsDigits(text[(second + 1)..]))
            return false;
        var month = text[(first + 1)..second];
        return month.IndexOfAnyInRange((byte)0, (byte)'@') < 0 && MonthNames.Find(month) == 0;
    }

    private static int FullYear(int lastTwo, DateTimeOffset now)
    {
        var latest = now.Year + 1;
        var year = (latest / 100 * 100) + lastTwo;
        return year > latest ? year - 100 : year;
    }

    private static CalendarDay? Make(int year, int month, int day, DayOrder order) =>
        IsDate(year, month, day) ? new CalendarDay(new DateOnly(year, month, day), order) : null;
}

/// <summary>A day in a listing.</summary>
/// <param name="Date">The day.</param>
/// <param name="Order">The order of day and month, as far as the numbers show it.</param>
internal readonly record struct CalendarDay(DateOnly Date, DayOrder Order);
