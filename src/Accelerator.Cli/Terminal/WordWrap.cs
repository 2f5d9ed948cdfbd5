namespace Accelerator.Cli.Terminal;

/// <summary>Wraps prose between words to fit a terminal of 80 columns. Text that is meant to be copied is not wrapped.</summary>
internal static class WordWrap
{
    // Some terminals wrap when the last column is written.
    private const int Columns = 79;

    /// <summary>
    /// Returns the lines: the first follows a heading, the others are indented to the same column. A word longer than a line is not split.
    /// </summary>
    public static IEnumerable<string> Lines(string head, string text)
    {
        var line = "";
        foreach (var word in text.Split(' '))
        {
            if (line.Length > 0 && head.Length + CellWidth.Of(line) + 1 + CellWidth.Of(word) > Columns)
            {
                yield return head + line;
                head = new string(' ', head.Length);
                line = "";
            }
            line = line.Length == 0 ? word : $"{line} {word}";
        }
        yield return head + line;
    }
}
