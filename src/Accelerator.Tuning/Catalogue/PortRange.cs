using System.Globalization;

namespace Accelerator.Tuning.Catalogue;

/// <summary>A range of ports.</summary>
/// <param name="Start">The first port.</param>
/// <param name="End">The port after the last.</param>
public readonly record struct PortRange(int Start, int End)
{
    /// <summary>The number of ports.</summary>
    public int Count => End - Start;

    /// <summary>Parses <c>49152-65535</c>, both ends included; returns null for anything else.</summary>
    public static PortRange? Parse(string text) =>
        text.Split('-') is [var first, var last]
        && int.TryParse(first, NumberStyles.None, CultureInfo.InvariantCulture, out var start)
        && int.TryParse(last, NumberStyles.None, CultureInfo.InvariantCulture, out var end)
        && start <= end && end < 65536
            ? new PortRange(start, end + 1)
            : null;

    public override string ToString() => $"{Start}-{End - 1}";
}
