using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Commands;

/// <summary>The sentence that says how to go on after a stop.</summary>
internal static class ResumeHint
{
    /// <summary>The sentence, or null when the run was not stopped.</summary>
    /// <param name="options">What was typed.</param>
    /// <param name="files">How the files ended.</param>
    /// <param name="windows">Whose quotation marks.</param>
    public static string? For(TransferOptions options, IReadOnlyList<FileResult> files, bool windows)
    {
        if (files.All(f => f.Failure != FailureKind.Cancelled)) return null;
        var command = string.Join(' ', options.Words.Select(w => Quote(AddressMask.Hide(w), windows)).Prepend("ftpx"));
        return (files.Any(f => f.CanResume) ? "to continue: " : "to start again: ") + command;
    }

    /// <summary>A word as a shell takes it.</summary>
    public static string Quote(string word, bool windows)
    {
        if (word.Length > 0 && word.All(c => char.IsLetterOrDigit(c) || "-_./:@%+=,~*".Contains(c) || (windows && c == '\\'))) return word;
        return windows ? $"\"{word}\"" : "'" + word.Replace("'", "'\\''") + "'";
    }
}
