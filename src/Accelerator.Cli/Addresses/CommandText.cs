namespace Accelerator.Cli.Addresses;

/// <summary>Writes a command line into a message, ready to be pasted into a shell. Passwords in addresses are masked.</summary>
internal static class CommandText
{
    /// <summary>Returns the command line.</summary>
    /// <param name="words">The arguments, without the name of the program.</param>
    /// <param name="windows">Whether to use the quoting rules of Windows.</param>
    public static string Of(IEnumerable<string> words, bool windows) =>
        string.Join(' ', words.Select(word => Quote(AddressMask.Hide(word), windows)).Prepend("ftpx"));

    /// <summary>Quotes an argument for a shell.</summary>
    public static string Quote(string word, bool windows)
    {
        if (word.Length > 0 && word.All(c => char.IsLetterOrDigit(c) || "-_./:@%+=,~*".Contains(c) || (windows && c == '\\'))) return word;
        return windows ? $"\"{word}\"" : "'" + word.Replace("'", "'\\''") + "'";
    }
}
