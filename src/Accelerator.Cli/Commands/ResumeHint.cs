using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Commands;

/// <summary>The sentence that says how to go on after a stop.</summary>
internal static class ResumeHint
{
    /// <summary>The sentence, or null when the run was not stopped.</summary>
    public static string? For(GetOptions options, TransferResult result, bool windows)
    {
        if (result.Files.All(f => f.Failure != FailureKind.Cancelled)) return null;
        var command = string.Join(' ', options.Words.Select(w => Quote(Mask(w), windows)).Prepend("ftpx"));
        return (result.Files.Any(f => f.CanResume) ? "to continue: " : "to start again: ") + command;
    }

    // The hint goes to a screen and perhaps to a log; the user has the password, others need not.
    private static string Mask(string word)
    {
        var scheme = word.IndexOf("://", StringComparison.Ordinal);
        if (scheme < 0) return word;
        var start = scheme + 3;
        var slash = word.IndexOf('/', start);
        var at = word.LastIndexOf('@', slash < 0 ? word.Length - 1 : slash);
        var colon = at < start ? -1 : word.IndexOf(':', start, at - start);
        return colon < 0 ? word : $"{word[..colon]}:***{word[at..]}";
    }

    private static string Quote(string word, bool windows)
    {
        if (word.Length > 0 && word.All(c => char.IsLetterOrDigit(c) || "-_./:@%+=,~*".Contains(c) || (windows && c == '\\'))) return word;
        return windows ? $"\"{word}\"" : "'" + word.Replace("'", "'\\''") + "'";
    }
}
