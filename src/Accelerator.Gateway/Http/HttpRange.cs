using System.Globalization;

namespace Accelerator.Gateway.Http;

/// <summary>A part of a file that a request asks for (RFC 9110, section 14).</summary>
/// <param name="First">The offset of its first byte.</param>
/// <param name="Length">Its length, bytes; 0 if no byte of the file is in it.</param>
internal readonly record struct HttpRange(long First, long Length)
{
    /// <summary>Whether the file has no byte of the range.</summary>
    public bool IsUnsatisfiable => Length == 0;

    /// <summary>Reads the field Range.</summary>
    /// <param name="text">Its value; null if the request has none.</param>
    /// <param name="size">Bytes of the file.</param>
    /// <returns>Null for the whole file: there is no range, it is malformed, or there are several.</returns>
    public static HttpRange? Parse(string? text, long size)
    {
        const string Unit = "bytes=";
        if (text?.StartsWith(Unit, StringComparison.OrdinalIgnoreCase) != true) return null;
        var ends = text[Unit.Length..].Split('-');
        if (ends.Length != 2) return null;
        var (from, to) = (ends[0].Trim(), ends[1].Trim());
        if (from.Length == 0) return TryNumber(to, out var last) ? new HttpRange(size - Math.Min(last, size), Math.Min(last, size)) : null;
        if (!TryNumber(from, out var first)) return null;
        var end = long.MaxValue;
        if (to.Length > 0 && (!TryNumber(to, out end) || end < first)) return null;
        return first >= size ? new HttpRange(size, 0) : new HttpRange(first, Math.Min(end, size - 1) - first + 1);
    }

    private static bool TryNumber(string text, out long number) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
