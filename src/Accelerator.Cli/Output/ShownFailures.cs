using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// The failures that a view has shown. Each is shown once: files of a server that is down fail with the same sentence, and a summary
/// repeats none. Not thread-safe.
/// </summary>
internal sealed class ShownFailures
{
    private readonly HashSet<string> _failures = new(StringComparer.Ordinal);
    private readonly HashSet<string> _notices = new(StringComparer.Ordinal);

    /// <summary>Returns whether the failure of a file is still to be shown, and records that it is.</summary>
    public bool Add(string failure) => _failures.Add(failure);

    /// <summary>Records a notice that is shown, such as a problem with a folder.</summary>
    public void Add(TransferEvent.Notice notice)
    {
        if (notice.Kind == NoticeKind.Other) _notices.Add(notice.Message);
    }

    /// <summary>Returns whether a sentence was shown, as a failure or as a notice.</summary>
    public bool Has(string sentence) => _failures.Contains(sentence) || _notices.Contains(sentence);

    /// <summary>Returns the sentences that were not shown, each once.</summary>
    public IReadOnlyList<string> Left(IEnumerable<string> sentences) =>
        [.. sentences.Where(sentence => !Has(sentence)).Distinct(StringComparer.Ordinal)];
}
