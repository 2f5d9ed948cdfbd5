using System.Globalization;
using Accelerator.Ftp;

namespace Accelerator.Cli.Values;

/// <summary>Sizes and rates as people type them. K, M, G and T are powers of 1024; kbit, Mbit and Gbit are decimal bits, as links are sold.</summary>
internal static class ByteQuantity
{
    // Above any disk, below any overflow.
    private const decimal Largest = 1L << 60;

    /// <summary>Reads <c>64M</c>, <c>1.5G</c> or a number of bytes.</summary>
    /// <exception cref="UsageException">It is not a size.</exception>
    public static long ParseSize(string text)
    {
        var (number, unit) = Split(text);
        if (BytesOf(unit) is { } factor && ToWhole(number, factor) is { } bytes) return bytes;
        throw new UsageException($"\"{SafeText.Escape(text)}\" is not a size: write bytes, or a number with K, M, G or T, for example 64M.");
    }

    /// <summary>Reads <c>100M</c> (bytes per second) or <c>800Mbit</c> (bits per second); a trailing <c>/s</c> is allowed.</summary>
    /// <returns>Bytes per second, at least 1024.</returns>
    /// <exception cref="UsageException">It is not a rate, or too small to move anything.</exception>
    public static long ParseRate(string text)
    {
        var plain = text.EndsWith("/s", StringComparison.OrdinalIgnoreCase) ? text[..^2] : text;
        var (number, unit) = Split(plain);
        if ((BytesOf(unit) ?? BitsOf(unit)) is not { } factor || ToWhole(number, factor) is not { } rate)
            throw new UsageException($"\"{SafeText.Escape(text)}\" is not a rate: write bytes per second as 100M, or bits per second as 800Mbit.");
        if (rate < 1024) throw new UsageException($"The rate \"{SafeText.Escape(text)}\" is too small: the least is 1K.");
        return rate;
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

    // Twenty digits fit a decimal with room for the factor, so that no text can overflow it.
    private static long? ToWhole(string number, decimal factor)
    {
        if (number.Length > 20 || !decimal.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)) return null;
        return value <= Largest / factor ? (long)(value * factor) : null;
    }
}
