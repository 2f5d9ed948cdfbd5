namespace Accelerator.Jobs.Ledger;

/// <summary>A verified file, with the data that shows after a crash whether it was renamed.</summary>
/// <param name="FinalPath">Its final full local path.</param>
/// <param name="PartPath">Its full local path until then.</param>
/// <param name="Size">Its bytes.</param>
/// <param name="Modified">The last change, from the server; null if it reported none.</param>
/// <param name="HashKind">The algorithm of <paramref name="Hash"/>, <c>sha-256</c> for example; null without one.</param>
/// <param name="Hash">The content's hash in hexadecimal; null if none was computed.</param>
/// <param name="FileMark">The local file's identity, which a rename preserves: it distinguishes a crash between rename and commit from one
/// before.</param>
public sealed record VerifiedFile(
    string FinalPath, string PartPath, long Size, string? Modified, string? HashKind, string? Hash, string FileMark);
