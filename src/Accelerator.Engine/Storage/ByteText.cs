using System.Globalization;

namespace Accelerator.Engine.Storage;

/// <summary>Formats sizes and rates for people in powers of 1024, with three digits. Every message and table uses this form.</summary>
internal static class ByteText
{
    private static readonly string[] Units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

    /// <summary><c>1.25 GiB</c>.</summary>
    public static string Size(double bytes) => Scale(bytes, 1024, Units);

    /// <summary><c>112 MiB/s</c>.</summary>
    public static string Rate(double bytesPerSecond) => Size(bytesPerSecond) + "/s";

    /// <summary>Formats a value in the largest unit in which it is at least 1.</summary>
    /// <param name="value">The value in the first unit.</param>
    /// <param name="step">The factor between units: 1000 or 1024.</param>
    /// <param name="units">The units, the smallest first.</param>
    public static string Scale(double value, double step, IReadOnlyList<string> units)
    {
        if (!double.IsFinite(value) || value < 0) value = 0;
        var unit = 0;
        // 999.5 would print as 1000, so use the next unit.
        for (; value >= step - 0.5 && unit < units.Count - 1; unit++) value /= step;
        var form = unit == 0 || value >= 99.95 ? "0" : value >= 9.995 ? "0.0" : "0.00";
        return value.ToString(form, CultureInfo.InvariantCulture) + " " + units[unit];
    }
}
