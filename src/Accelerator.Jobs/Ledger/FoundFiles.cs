namespace Accelerator.Jobs.Ledger;

/// <summary>A page of found files.</summary>
/// <param name="Files">The files, the newest first.</param>
/// <param name="Next">Where to continue; null at the end of the list. A page without files may have a next one.</param>
public sealed record FoundFiles(IReadOnlyList<FoundFile> Files, FileCursor? Next);
