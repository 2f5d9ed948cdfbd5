namespace Accelerator.Engine.Transfers;

/// <summary>A file that is whole, proven and durable, and has not got its final name yet.</summary>
/// <param name="Item">What was wanted.</param>
/// <param name="PartPath">The name it has now.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Last change of the remote file, as MDTM or MLSD tells it; null where nobody does.</param>
/// <param name="VerifiedBy">How its content was proven.</param>
/// <param name="Sha256">SHA-256 in lower-case hexadecimal where it was computed; else null.</param>
/// <param name="Mark">What tells this file from every other on its disk, whatever it is called (<see cref="Storage.FileMark"/>); null where
/// the disk has no such thing.</param>
public sealed record ReadyFile(
    TransferItem Item, string PartPath, long Size, string? Modified, string VerifiedBy, string? Sha256, string? Mark);
