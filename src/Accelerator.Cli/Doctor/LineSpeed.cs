using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Doctor;

/// <summary>Line speeds as sold: decimal bits per second.</summary>
internal static class LineSpeed
{
    private const decimal Least = 1_000;
    private const decimal Most = 10_000_000_000_000;

    /// <summary>Parses <c>10G</c>, <c>2.5G</c>, <c>800M</c>, <c>10Gbit</c>, or a number of bits.</summary>
    /// <exception cref="UsageException">The text is not a speed.</exception>
    public static long Parse(string text)
    {
        var plain = text.EndsWith("/s", StringComparison.OrdinalIgnoreCase) ? text[..^2] : text;
        if (plain.EndsWith("bit", StringComparison.OrdinalIgnoreCase)) plain = plain[..^3];
        decimal factor = plain.Length == 0 ? 0 : char.ToLowerInvariant(plain[^1]) switch { 'k' => 1e3m, 'm' => 1e6m, 'g' => 1e9m,
            't' => 1e12m, _ => 1 };
        var number = factor > 1 ? plain[..^1] : plain;
        if (number.Length is > 0 and <= 15
            && decimal.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            && value * factor is >= Least and <= Most and var bits)
            return (long)bits;
        throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not a link rate: write bits per second, for example 10G or 800M.");
    }
}
