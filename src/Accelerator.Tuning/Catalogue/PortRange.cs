using System.Globalization;

namespace Accelerator.Tuning.Catalogue;

/// <summary>Ports from one to another.</summary>
/// <param name="Start">The first.</param>
/// <param name="End">The one after the last.</param>
public readonly record struct PortRange(int Start, int End)
{
    /// <summary>How many there are.</summary>
    public int Count => End - Start;

    /// <summary>Reads <c>49152-65535</c>, both ends included; null for anything else.</summary>
    public static PortRange? Parse(string text) =>
        text.Split('-') is [var first, var last]
        && int.TryParse(first, NumberStyles.None, CultureInfo.InvariantCulture, out var start)
        && int.TryParse(last, NumberStyles.None, CultureInfo.InvariantCulture, out var end)
        && start <= end && end < 65536
            ? new PortRange(start, end + 1)
            : null;

    /// <inheritdoc/>
    public override string ToString() => $"{Start}-{End - 1}";
}
