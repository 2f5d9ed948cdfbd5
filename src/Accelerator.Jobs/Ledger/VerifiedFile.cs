namespace Accelerator.Jobs.Ledger;

/// <summary>A file that is whole and proven, and what tells after a crash whether it was renamed.</summary>
/// <param name="FinalPath">The full local path that it is to have.</param>
/// <param name="PartPath">The full local path that it has until then.</param>
/// <param name="Size">Its bytes.</param>
/// <param name="Modified">Its last change as the server told it; null where it told none.</param>
/// <param name="HashKind">What <paramref name="Hash"/> is, <c>sha-256</c> for example; null without one.</param>
/// <param name="Hash">The content's hash in hexadecimal; null where none was computed.</param>
/// <param name="FileMark">The local file's identity, which a rename leaves: by it a crash between rename and commit is told from one
/// before.</param>
public sealed record VerifiedFile(
    string FinalPath, string PartPath, long Size, string? Modified, string? HashKind, string? Hash, string FileMark);
