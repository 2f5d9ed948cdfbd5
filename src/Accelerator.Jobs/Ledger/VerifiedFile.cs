namespace Accelerator.Jobs.Ledger;

/// <summary>A verified file, with the data that shows after a crash whether it was renamed.</summary>
/// <param name="FinalPath">Its final path: the full local path, or the path at the destination server.</param>
/// <param name="PartPath">Its path until the rename, in the same form.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="Modified">The last change, from the server; null if it reported none.</param>
/// <param name="HashKind">The algorithm of <paramref name="Hash"/>, <c>sha-256</c> for example; null without one.</param>
/// <param name="Hash">The content's hash in hexadecimal; null if none was computed.</param>
/// <param name="FileMark">
/// A mark that a rename preserves: the identity of the local file, or the time of the partial file at the destination server. It
/// distinguishes a crash between rename and commit from one before the rename.
/// </param>
public sealed record VerifiedFile(
    string FinalPath, string PartPath, long Size, string? Modified, string? HashKind, string? Hash, string FileMark);
