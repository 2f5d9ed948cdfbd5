using System.Text;

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
        // Shells other than those of Windows replace patterns and a leading ~ by names of files; zsh does the same with a leading =.
        // PowerShell splits a word at a comma, and replaces a leading @ and the name after it by arguments.
        var (safe, special) = windows ? ("-_./:@%+=~*\\", '@') : ("-_./:@%+=,", '=');
        // A masked password is to be replaced by the user in any case.
        var bare = word.Replace(":***@", "@", StringComparison.Ordinal);
        if (word.Length > 0 && word[0] != special && bare.All(c => char.IsLetterOrDigit(c) || safe.Contains(c))) return word;
        return windows ? $"\"{Escape(word)}\"" : "'" + word.Replace("'", "'\\''") + "'";
    }

    // Programs of Windows read \" as a quotation mark; backslashes before a quotation mark are doubled, elsewhere they are not.
    private static string Escape(string word)
    {
        var text = new StringBuilder();
        var backslashes = 0;
        foreach (var character in word)
        {
            if (character == '"') text.Append('\\', backslashes + 1);
            backslashes = character == '\\' ? backslashes + 1 : 0;
            text.Append(character);
        }
        return text.Append('\\', backslashes).ToString();
    }
}
