using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>A file that is complete and verified at the destination, and does not have its final name yet.</summary>
/// <param name="Item">Which file.</param>
/// <param name="Part">Its current name.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Its time at the source as MDTM reported it; null when it did not.</param>
/// <param name="VerifiedBy">How its content was verified.</param>
/// <param name="PartModified">Time of the partial file as the destination's MDTM reports it; a rename keeps it, so it identifies the file
/// later. Null when it is not reported.</param>
public sealed record FxpReady(FxpItem Item, FtpPath Part, long Size, string? Modified, string VerifiedBy, string? PartModified);
