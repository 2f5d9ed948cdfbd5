using System.Globalization;

namespace Accelerator.Ftp;

/// <summary>Formats a number with its noun, for messages and tables.</summary>
internal static class CountText
{
    /// <summary><c>1 stream</c>, <c>8 streams</c>, <c>12,345 files</c>.</summary>
    /// <param name="count">The number.</param>
    /// <param name="noun">The noun in the singular; its plural ends with s.</param>
    public static string Of(long count, string noun) => count == 1 ? $"1 {noun}" : $"{Number(count)} {noun}s";

    /// <summary><c>12,345</c>.</summary>
    public static string Number(long number) => number.ToString("#,##0", CultureInfo.InvariantCulture);
}
