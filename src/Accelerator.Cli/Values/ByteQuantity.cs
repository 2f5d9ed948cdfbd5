using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Values;

/// <summary>
/// Parses typed sizes and rates. K, M, G and T are powers of 1024; kbit, Mbit and Gbit are decimal bits, as links are sold.
/// </summary>
internal static class ByteQuantity
{
    /// <summary>Parses <c>64M</c>, <c>1.5G</c> or a number of bytes.</summary>
    /// <exception cref="UsageException">The text is not a size.</exception>
    public static long ParseSize(string text) => QuantityText.Size(text)
        ?? throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not a size: write bytes, or a number with K, M, G or T, for example 64M.");

    /// <summary>Parses <c>100M</c> (bytes per second) or <c>800Mbit</c> (bits per second); a trailing <c>/s</c> is allowed.</summary>
    /// <returns>Bytes per second, at least 1024.</returns>
    /// <exception cref="UsageException">The text is not a rate, or the rate is too small to be useful.</exception>
    public static long ParseRate(string text)
    {
        if (QuantityText.Rate(text) is not { } rate)
            throw new UsageException(
                $"\"{SafeText.Escape(text)}\" is not a rate: write bytes per second as 100M, or bits per second as 800Mbit.");
        if (rate < 1024) throw new UsageException($"The rate \"{SafeText.Escape(text)}\" is too small; the minimum is 1K.");
        return rate;
    }
}
