using Accelerator.Cli.Addresses;
using Accelerator.Cli.Options;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Running;

/// <summary>
/// The hint at the end of a run that was stopped, or that failed and keeps what it has fetched: how much is kept, and how to resume.
/// </summary>
internal static class ResumeHint
{
    /// <summary>Returns the sentences; empty if nothing is kept and the run was not stopped.</summary>
    /// <param name="options">The parsed options.</param>
    /// <param name="files">The results of the files.</param>
    /// <param name="windows">Whether to use the quoting rules of Windows.</param>
    public static IEnumerable<string> For(TransferOptions options, IReadOnlyList<FileResult> files, bool windows)
    {
        var kept = files.Where(file => file.CanResume).ToList();
        if (kept.Count == 0 && files.All(file => file.Failure != FailureKind.Cancelled)) yield break;
        if (Kept(kept) is { } sentence) yield return sentence;
        yield return kept.Count > 0
            ? ToContinue(options.Words, windows)
            : "to start again, run: " + CommandText.Of(options.Words, windows);
    }

    /// <summary>Returns the hint for a run whose partial files are kept: its command without the option that would discard them.</summary>
    public static string ToContinue(IEnumerable<string> words, bool windows) =>
        $"to continue, run: {CommandText.Of(words.Where(word => word != "--no-resume"), windows)}";

    private static string? Kept(List<FileResult> files)
    {
        var bytes = files.Sum(file => file.BytesKept);
        if (bytes == 0) return null;
        var size = files.All(file => file.Size > 0) ? $" of {Format.Size(files.Sum(file => file.Size))}" : "";
        return $"{Format.Size(bytes)}{size} kept{(files.Count > 1 ? $", in {Format.Count(files.Count, "file")}" : "")}.";
    }
}
