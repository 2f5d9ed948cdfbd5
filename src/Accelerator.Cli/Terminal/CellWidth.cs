using Wcwidth;

namespace Accelerator.Cli.Terminal;

/// <summary>
/// The number of terminal columns that a text takes: Hangul, kana and ideographs take two (Unicode annex 11).
/// </summary>
internal static class CellWidth
{
    private const int LeastForBoth = 16;

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

    // Everything below the combining marks takes one column: control characters are escaped before a text is fitted.
    private static int Of(int rune) => rune < 0x300 ? 1 : Math.Max(0, UnicodeCalculator.GetWidth(rune));
}
