namespace Accelerator.Jobs.Ledger;

/// <summary>A page of a search through the files of a job, the newest first.</summary>
/// <param name="Job">The job.</param>
/// <param name="Name">
/// A part of the name, in any case of ASCII letters, or a pattern with <c>*</c> and <c>?</c> for the complete name; null for all files.
/// </param>
/// <param name="Before">Where the last page ended; null for the first page.</param>
public sealed record FileSearch(string Job, string? Name, FileCursor? Before)
{
    /// <summary>The maximum number of files of a page. Default 50.</summary>
    public int Most { get; init; } = 50;

    /// <summary>
    /// The maximum number of rows that are compared for a page, so that a rare name in a long history delays no answer. Default 20,000.
    /// </summary>
    public int MostExamined { get; init; } = 20_000;

    /// <summary>The name as a pattern for LIKE with the escape character <c>\</c>; null for all files.</summary>
    internal string? Pattern
    {
        get
        {
            if (string.IsNullOrEmpty(Name)) return null;
            // lower() of both databases changes only ASCII letters.
            var lower = string.Concat(
                Name.Select(static letter => char.IsAsciiLetterUpper(letter) ? char.ToLowerInvariant(letter) : letter));
            var escaped = lower.Replace("\\", "\\\\", StringComparison.Ordinal)
                .Replace("%", "\\%", StringComparison.Ordinal).Replace("_", "\\_", StringComparison.Ordinal);
            return escaped.AsSpan().IndexOfAny('*', '?') < 0 ? $"%{escaped}%" : escaped.Replace('*', '%').Replace('?', '_');
        }
    }
}
