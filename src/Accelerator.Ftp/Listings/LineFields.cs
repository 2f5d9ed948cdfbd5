namespace Accelerator.Ftp.Listings;

/// <summary>The positions of the words in a line.</summary>
internal static class LineFields
{
    /// <summary>Most words that are examined; the rest is name. Owners and groups of several words take some.</summary>
    public const int Most = 20;

    /// <summary>Finds the words between spaces and tabs.</summary>
    /// <param name="line">The line.</param>
    /// <param name="fields">Receives their positions, as many as it holds.</param>
    /// <returns>The part of <paramref name="fields"/> that was filled.</returns>
    public static ReadOnlySpan<Range> Split(ReadOnlySpan<byte> line, Span<Range> fields)
    {
        var count = 0;
        for (var position = 0; count < fields.Length;)
        {
            var start = line[position..].IndexOfAnyExcept((byte)' ', (byte)'\t');
            if (start < 0) break;
            start += position;
            var length = line[start..].IndexOfAny((byte)' ', (byte)'\t');
            position = length < 0 ? line.Length : start + length;
            fields[count++] = start..position;
        }
        return fields[..count];
    }

    /// <summary>Returns the text one space after a position; further spaces belong to it.</summary>
    public static ReadOnlySpan<byte> After(ReadOnlySpan<byte> line, Index end) => end.Value < line.Length ? line[(end.Value + 1)..] : [];

    /// <summary>Returns the line without trailing spaces and tabs.</summary>
    public static ReadOnlySpan<byte> TrimEnd(ReadOnlySpan<byte> line) => line.TrimEnd(" \t"u8);

    /// <summary>Returns the line without leading spaces and tabs.</summary>
    public static ReadOnlySpan<byte> TrimStart(ReadOnlySpan<byte> line) => line.TrimStart(" \t"u8);
}
