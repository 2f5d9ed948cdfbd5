namespace Accelerator.Ftp.Listings;

/// <summary>Times of day as listings write them.</summary>
internal static class ClockText
{
    /// <summary>
    /// <c>5:06</c>, <c>05:06:07</c>, <c>05:06:07.25</c>, <c>12:09PM</c>, <c>12:09p</c>, <c>00:0</c>. Only the day is taken from
    /// <c>24:00</c>, which servers use for either end of a day.
    /// </summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out TimeOnly time, out TimePrecision precision)
    {
        time = default;
        precision = TimePrecision.Minute;
        var colon = text.IndexOf((byte)':');
        if (colon < 1 || !AsciiNumber.TryRead(text[..colon], 2, out var hour)) return false;
        var isShort = text[(colon + 1)..] is [(byte)'0'];
        var minute = 0;
        if (!isShort && !TryTwoDigits(text[(colon + 1)..], out minute)) return false;

        var rest = isShort ? [] : text[(colon + 3)..];
        var second = 0;
        long fraction = 0;
        if (rest is [(byte)':', .. var afterColon])
        {
            if (!TryTwoDigits(afterColon, out second)) return false;
            precision = TimePrecision.Second;
            rest = afterColon[2..];
            if (rest is [(byte)'.', .. var afterPoint])
            {
                if (AsciiNumber.ReadFraction(afterPoint) is not { } ticks) return false;
                (fraction, precision) = (ticks, TimePrecision.Fraction);
                rest = [];
            }
        }

        if (hour == 24 && minute == 0 && rest.IsEmpty)
        {
            precision = TimePrecision.Day;
            return true;
        }
        if (hour > 23 || minute > 59 || second > 59) return false;
        time = new TimeOnly(hour, minute, second).Add(TimeSpan.FromTicks(fraction));
        // A single letter is enough only directly after the time.
        return rest.IsEmpty || TryHalve(rest is [var letter] ? [letter, (byte)'m'] : rest, ref time);
    }

    /// <summary>Converts a time of the twelve-hour clock.</summary>
    /// <param name="half">AM or PM, or the Korean words that Windows puts before the time, in UTF-8 or CP949.</param>
    /// <param name="time">1:00 to 12:59 before the call, 0:00 to 23:59 after it.</param>
    /// <returns>Whether the word is one of these.</returns>
    public static bool TryHalve(ReadOnlySpan<byte> half, ref TimeOnly time)
    {
        bool isMorning = Is(half, "am"u8) || half.SequenceEqual("오전"u8) || half.SequenceEqual((ReadOnlySpan<byte>)[0xBF, 0xC0, 0xC0, 0xFC]);
        bool isAfternoon = Is(half, "pm"u8) || half.SequenceEqual("오후"u8)
            || half.SequenceEqual((ReadOnlySpan<byte>)[0xBF, 0xC0, 0xC8, 0xC4]);
        if (!isMorning && !isAfternoon) return false;
        if (isMorning && time.Hour == 12) time = time.AddHours(-12);
        else if (isAfternoon && time.Hour < 12) time = time.AddHours(12);
        return true;
    }

    private static bool Is(ReadOnlySpan<byte> text, ReadOnlySpan<byte> word) => System.Text.Ascii.EqualsIgnoreCase(text, word);

    private static bool TryTwoDigits(ReadOnlySpan<byte> text, out int value)
    {
        value = 0;
        return text.Length >= 2 && AsciiNumber.TryRead(text[..2], 2, out value);
    }
}
