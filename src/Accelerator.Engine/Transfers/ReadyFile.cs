namespace Accelerator.Engine.Transfers;

/// <summary>A file that is complete, verified and durable, but does not have its final name yet.</summary>
/// <param name="Item">The requested item.</param>
/// <param name="PartPath">The path of the partial file.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Last modification of the remote file, as reported by MDTM or MLSD; null when it was not reported.</param>
/// <param name="VerifiedBy">How its content was verified.</param>
/// <param name="Sha256">SHA-256 in lower-case hexadecimal where it was computed; else null.</param>
/// <param name="Mark">The mark that identifies this file on its disk independently of its name (<see cref="Storage.FileMark"/>); null when
/// the disk has no such identifier.</param>
public sealed record ReadyFile(
    TransferItem Item, string PartPath, long Size, string? Modified, string VerifiedBy, string? Sha256, string? Mark);
