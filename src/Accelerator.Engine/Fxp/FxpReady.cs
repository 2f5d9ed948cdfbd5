using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>A file that is whole and proven at the destination, and has not got its final name yet.</summary>
/// <param name="Item">Which file.</param>
/// <param name="Part">The name it has now.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Its time at the source as MDTM told it; null when it did not.</param>
/// <param name="VerifiedBy">How its content was proven.</param>
/// <param name="PartModified">Time of the partial file as the destination's MDTM tells it, which a rename leaves: by it the file is known
/// again. Null when it does not.</param>
public sealed record FxpReady(FxpItem Item, FtpPath Part, long Size, string? Modified, string VerifiedBy, string? PartModified);
