namespace Accelerator.Base;

/// <summary>
/// Finds an option without its value in a command line. The parser takes the next word for the value, so that
/// <c>--exclude= --dry-run</c>, or <c>--exclude $UNSET --dry-run</c> in a shell, would be a run that is not dry.
/// </summary>
public static class OptionValues
{
    /// <summary>Returns the sentence for the user; null if each option has a value of its own.</summary>
    /// <param name="words">The command line as typed.</param>
    /// <param name="valued">The names of the options that take a value, also the short ones: <c>--output</c>, <c>-o</c>.</param>
    public static string? Problem(IReadOnlyList<string> words, IReadOnlySet<string> valued)
    {
        for (var i = 0; i < words.Count && words[i] != "--"; i++)
        {
            var word = words[i];
            var end = word.AsSpan().IndexOfAny('=', ':');
            if (end == word.Length - 1 && end > 0 && valued.Contains(word[..end])) return Empty(word[..end]);
            if (Waiting(word, valued) is not { } option || i + 1 == words.Count) continue;
            var value = words[++i];
            if (value.Length == 0) return Empty(option);
            // -500 is a value of --range, and - is standard input or output.
            if (value is ['-', '-', ..] || (value is ['-', var letter, ..] && char.IsLetter(letter)))
                return $"option \"{option}\" needs a value, but \"{value}\" follows. If that is the value, write {option}={value}.";
        }
        return null;
    }

    private static string Empty(string option) => $"option \"{option}\" has an empty value; give a value, or omit the option.";

    // The option whose value is the next word: --output, -o, or the last letter of -vo. In -ofile, the value is in the word.
    private static string? Waiting(string word, IReadOnlySet<string> valued)
    {
        if (valued.Contains(word)) return word;
        if (word is not ['-', not '-', _, ..]) return null;
        for (var i = 1; i < word.Length; i++)
        {
            if (valued.Contains($"-{word[i]}")) return i == word.Length - 1 ? $"-{word[i]}" : null;
        }
        return null;
    }
}
