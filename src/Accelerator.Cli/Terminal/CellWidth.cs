namespace Accelerator.Cli.Terminal;

/// <summary>
/// The number of terminal columns that a text takes: Hangul, kana and ideographs take two (Unicode annex 11, the wide blocks).
/// </summary>
internal static class CellWidth
{
    private const int LeastForBoth = 16;

    private static readonly (int First, int Last)[] Wide =
    [
        (0x1100, 0x115F), (0x2E80, 0x303E), (0x3041, 0x33FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA000, 0xA4CF), (0xA960, 0xA97C),
        (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE6F), (0xFF00, 0xFF60), (0xFFE0, 0xFFE6), (0x1F300, 0x1F64F), (0x1F680, 0x1F6FF),
        (0x1F900, 0x1F9FF), (0x20000, 0x3FFFD),
    ];

    /// <summary>Returns the columns of the whole text.</summary>
    public static int Of(string text) => text.EnumerateRunes().Sum(rune => Of(rune.Value));

    /// <summary>
    /// Returns the text, or its start and twice as much of its end around an ellipsis, in at most that many columns: names of one set
    /// differ in the station or band at the start, or in the time at the end. With few columns only the end is kept.
    /// </summary>
    public static string KeepEnds(string text, int columns, string ellipsis)
    {
        if (Of(text) <= columns || columns < LeastForBoth) return KeepEnd(text, columns, ellipsis);
        var start = KeepStart(text, ((columns - ellipsis.Length) / 3) + ellipsis.Length, ellipsis);
        return start + KeepEnd(text, columns - Of(start) + ellipsis.Length, ellipsis)[ellipsis.Length..];
    }

    /// <summary>
    /// Returns the text, or its end after an ellipsis, in at most that many columns: the end of a file name is more informative than its
    /// start.
    /// </summary>
    public static string KeepEnd(string text, int columns, string ellipsis)
    {
        if (Of(text) <= columns) return text;
        var room = columns - ellipsis.Length;
        if (room < 0) return "";

        var start = text.Length;
        while (start > 0)
        {
            var length = start > 1 && char.IsSurrogatePair(text[start - 2], text[start - 1]) ? 2 : 1;
            room -= Of(text.Substring(start - length, length));
            if (room < 0) break;
            start -= length;
        }
        return ellipsis + text[start..];
    }

    /// <summary>
    /// Returns the text, or its start before an ellipsis, in at most that many columns: a sentence is read from its start.
    /// </summary>
    public static string KeepStart(string text, int columns, string ellipsis)
    {
        if (Of(text) <= columns) return text;
        var room = columns - ellipsis.Length;
        if (room < 0) return "";

        var end = 0;
        foreach (var rune in text.EnumerateRunes())
        {
            room -= Of(rune.Value);
            if (room < 0) break;
            end += rune.Utf16SequenceLength;
        }
        return text[..end] + ellipsis;
    }

    private static int Of(int rune)
    {
        if (rune < 0x300) return 1;
        if (rune is >= 0x300 and <= 0x36F) return 0;
        return Wide.Any(block => rune >= block.First && rune <= block.Last) ? 2 : 1;
    }
}
