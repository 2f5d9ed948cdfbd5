namespace Accelerator.Cli.Terminal;

/// <summary>Wraps prose between words to fit a terminal of 80 columns. Text that is meant to be copied is not wrapped.</summary>
internal static class WordWrap
{
    // Some terminals wrap when the last column is written.
    private const int Columns = 79;

    private const string Run = "run: ";
    private const string Own = "ftpx ";

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

    /// <summary>
    /// Returns a message in lines of at most that many columns. A word longer than a line is not split, and a command to run stays in one
    /// piece: the terminal breaks both where its line ends, and they can still be copied.
    /// </summary>
    /// <param name="message">The message in one line.</param>
    /// <param name="columns">The columns of the terminal, whose last one is not written; null for one line.</param>
    public static IEnumerable<string> OfMessage(string message, int? columns)
    {
        if (columns is null)
        {
            yield return message;
            yield break;
        }
        var line = "";
        foreach (var word in Words(message))
        {
            if (line.Length > 0 && CellWidth.Of(line) + 1 + CellWidth.Of(word) >= columns)
            {
                yield return line;
                line = word;
            }
            else line = line.Length == 0 ? word : $"{line} {word}";
        }
        yield return line;
    }

    // "To continue, run: ftpx get 'ftp://h/a b'": a command of ftpx ends the message, any other ends with its sentence.
    private static string[] Words(string message)
    {
        var from = message.IndexOf(Run, StringComparison.OrdinalIgnoreCase);
        if (from < 0) return message.Split(' ');
        var start = from + Run.Length;
        var isOwn = message.AsSpan(start).StartsWith(Own, StringComparison.Ordinal);
        var end = isOwn ? -1 : message.IndexOf(". ", start, StringComparison.Ordinal);
        string[] rest = end < 0 ? [] : message[(end + 2)..].Split(' ');
        return [.. message[..(start - 1)].Split(' '), message[start..(end < 0 ? message.Length : end + 1)], .. rest];
    }
}
