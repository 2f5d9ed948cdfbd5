using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>Numbers in the server's bytes. None of these allocates or throws, whatever the bytes are.</summary>
internal static class AsciiNumber
{
    private static readonly SearchValues<byte> NumberBytes = SearchValues.Create("0123456789,."u8);

    /// <summary>Returns whether every byte is a digit, and there is at least one.</summary>
    public static bool IsDigits(ReadOnlySpan<byte> text) => !text.IsEmpty && text.IndexOfAnyExceptInRange((byte)'0', (byte)'9') < 0;

    /// <summary>The value of at most nine digits.</summary>
    public static int Read(ReadOnlySpan<byte> digits)
    {
        var value = 0;
        foreach (var digit in digits) value = (value * 10) + digit - '0';
        return value;
    }

    /// <summary>Reads a number of one to <paramref name="most"/> digits (at most nine) and nothing else.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, int most, out int value)
    {
        var isNumber = text.Length <= most && IsDigits(text);
        value = isNumber ? Read(text) : 0;
        return isNumber;
    }

    /// <summary>
    /// Reads a size in bytes: digits, or digits in groups of three (<c>9,730</c>). Null for a negative, rounded (<c>33.5k</c>) or too large
    /// one, and for 4,294,967,295, which is -1 in 32 bits: servers list it for a size that they do not know.
    /// </summary>
    public static long? ReadSize(ReadOnlySpan<byte> text)
    {
        long value = 0;
        var group = -1;
        foreach (var c in text)
        {
            if (c is (byte)',' or (byte)'.' or (byte)'\'')
            {
                if (group is not (-1 or 3)) return null;
                group = 0;
                continue;
            }
            if (c is not (>= (byte)'0' and <= (byte)'9') || value > (long.MaxValue - (c - '0')) / 10) return null;
            value = (value * 10) + c - '0';
            if (group >= 0) group++;
        }
        return text.IsEmpty || text[0] is not (>= (byte)'0' and <= (byte)'9') || group is not (-1 or 3) || value == uint.MaxValue
            ? null : value;
    }

    /// <summary>
    /// Returns whether a text is a number although no size in bytes: negative, or larger than any file.
    /// </summary>
    public static bool IsOtherNumber(ReadOnlySpan<byte> text) =>
        ReadSize(text) is null && (text is [(byte)'-', ..] ? text[1..] : text) is var digits
            && !digits.IsEmpty && digits[0] is >= (byte)'0' and <= (byte)'9' && digits.IndexOfAnyExcept(NumberBytes) < 0;

    /// <summary>
    /// Reads the digits after the decimal point of a second, as ticks of 100 ns; null if there are none or the text is something else.
    /// </summary>
    public static long? ReadFraction(ReadOnlySpan<byte> digits)
    {
        if (!IsDigits(digits)) return null;
        long ticks = 0;
        for (var i = 0; i < 7; i++) ticks = (ticks * 10) + (i < digits.Length ? digits[i] - '0' : 0);
        return ticks;
    }
}
