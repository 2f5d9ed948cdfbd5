using System.Globalization;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// Parses sizes, rates and durations in human notation. K, M, G and T are powers of 1024; kbit, Mbit and Gbit are decimal bits, as for link
/// rates.
/// </summary>
public static class QuantityText
{
    // Larger than any disk, and far below an overflow.
    private const decimal Largest = 1L << 60;

    // Ten years: longer than any retention, and far below the maximum of TimeSpan.
    private static readonly TimeSpan LongestKept = TimeSpan.FromDays(3650);

    /// <summary>Parses <c>64M</c>, <c>1.5GiB</c> or a number of bytes; null for anything else.</summary>
    public static long? Size(string text)
    {
        var (number, unit) = Split(text);
        return BytesOf(unit) is { } factor ? Whole(number, factor) : null;
    }

    /// <summary>
    /// Parses <c>100M</c> (bytes per second) or <c>800Mbit</c> (bits per second), with or without <c>/s</c>, into bytes per second; null
    /// for anything else.
    /// </summary>
    public static long? Rate(string text)
    {
        var (number, unit) = Split(text.EndsWith("/s", StringComparison.OrdinalIgnoreCase) ? text[..^2] : text);
        return (BytesOf(unit) ?? BitsOf(unit)) is { } factor ? Whole(number, factor) : null;
    }

    /// <summary>
    /// Parses <c>30s</c>, <c>15m</c>, <c>24h</c> or <c>7d</c>, ten years at most; null for anything else, including a number without a
    /// unit: "30" is ambiguous.
    /// </summary>
    public static TimeSpan? Duration(string text) => Duration(text, LongestKept);

    /// <summary>Parses a duration with a given maximum.</summary>
    public static TimeSpan? Duration(string text, TimeSpan most)
    {
        var (number, unit) = Split(text);
        decimal seconds = unit switch { "s" => 1, "m" => 60, "h" => 3600, "d" => 86400, _ => 0 };
        return seconds > 0 && Number(number) is { } value && value <= (decimal)most.TotalSeconds / seconds
            ? TimeSpan.FromSeconds((double)(value * seconds)) : null;
    }

    private static (string Number, string Unit) Split(string text)
    {
        var length = 0;
        while (length < text.Length && (char.IsAsciiDigit(text[length]) || text[length] == '.')) length++;
        return (text[..length], text[length..].ToLowerInvariant());
    }

    private static decimal? BytesOf(string unit) => unit switch
    {
        "" or "b" => 1,
        "k" or "kib" => 1L << 10,
        "m" or "mib" => 1L << 20,
        "g" or "gib" => 1L << 30,
        "t" or "tib" => 1L << 40,
        _ => null,
    };

    private static decimal? BitsOf(string unit) => unit switch
    {
        "kbit" => 1e3m / 8,
        "mbit" => 1e6m / 8,
        "gbit" => 1e9m / 8,
        _ => null,
    };

    private static long? Whole(string number, decimal factor) =>
        Number(number) is { } value && value <= Largest / factor ? (long)(value * factor) : null;

    // Twenty digits fit a decimal with room for the factor, so no text can overflow it.
    private static decimal? Number(string text) =>
        text.Length <= 20 && decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            ? value : null;
}
