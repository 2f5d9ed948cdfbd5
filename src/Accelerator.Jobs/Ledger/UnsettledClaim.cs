namespace Accelerator.Jobs.Ledger;

/// <summary>A file that was about to be renamed when its worker was lost.</summary>
/// <param name="Claim">The caller's own claim.</param>
/// <param name="File">The intended rename.</param>
public sealed record UnsettledClaim(Claim Claim, VerifiedFile File);
