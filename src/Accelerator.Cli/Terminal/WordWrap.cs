namespace Accelerator.Cli.Terminal;

/// <summary>Prose in lines that end between words and fit a terminal of 80 columns. What is to be copied is not put through this.</summary>
internal static class WordWrap
{
    // Some terminals wrap when the last column is written.
    private const int Columns = 79;

    /// <summary>The lines: the first behind a head, the others as far in. A word that is longer than a line stays whole.</summary>
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
