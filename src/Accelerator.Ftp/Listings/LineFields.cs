namespace Accelerator.Ftp.Listings;

/// <summary>A line's words, by where they stand in it.</summary>
internal static class LineFields
{
    /// <summary>Words that are looked at; what follows is name. Owners and groups of several words take some.</summary>
    public const int Most = 20;

    /// <summary>Finds the words between blanks and tabs.</summary>
    /// <param name="line">The line.</param>
    /// <param name="fields">Takes their places; as many as it holds.</param>
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

    /// <summary>What stands one blank behind a place; more blanks belong to it.</summary>
    public static ReadOnlySpan<byte> After(ReadOnlySpan<byte> line, Index end) => end.Value < line.Length ? line[(end.Value + 1)..] : [];

    /// <summary>The line without blanks and tabs at its end.</summary>
    public static ReadOnlySpan<byte> TrimEnd(ReadOnlySpan<byte> line) => line.TrimEnd(" \t"u8);

    /// <summary>The line without blanks and tabs at its beginning.</summary>
    public static ReadOnlySpan<byte> TrimStart(ReadOnlySpan<byte> line) => line.TrimStart(" \t"u8);
}
