using System.Globalization;

namespace Accelerator.Tuning.Advising;

/// <summary>Formats numbers for sentences, with three digits each: 671 Mbit/s, 238 MiB, 0.21 ms.</summary>
public static class Spoken
{
    private static readonly string[] Rates = ["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"];
    private static readonly string[] Sizes = ["bytes", "KiB", "MiB", "GiB", "TiB"];

    /// <summary>Formats bits per second, in powers of 1000 as links are sold.</summary>
    public static string Bits(double bitsPerSecond) => Scale(bitsPerSecond, 1000, Rates);

    /// <summary>Formats bytes, in powers of 1024.</summary>
    public static string Bytes(double bytes) => Scale(bytes, 1024, Sizes);

    /// <summary>Formats a round trip.</summary>
    public static string Milliseconds(TimeSpan time) => Digits(time.TotalMilliseconds) + " ms";

    private static string Scale(double value, double step, string[] units)
    {
        var unit = 0;
        for (; value >= step - 0.5 && unit < units.Length - 1; unit++) value /= step;
        return $"{(unit == 0 ? value.ToString("0", CultureInfo.InvariantCulture) : Digits(value))} {units[unit]}";
    }

    // Three digits, and no trailing zeros after the decimal point: 10 Gbit/s, 2.62 Mbit/s, 200 ms.
    private static string Digits(double value) =>
        value.ToString(value >= 99.95 ? "0" : value >= 9.995 ? "0.#" : "0.##", CultureInfo.InvariantCulture);
}
