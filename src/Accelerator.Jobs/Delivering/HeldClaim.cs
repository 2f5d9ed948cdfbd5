using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>A file that this node is fetching.</summary>
/// <param name="Claim">The ledger's word for it.</param>
/// <param name="Job">Its job.</param>
/// <param name="TargetPath">Where it goes.</param>
/// <param name="Begun">Deliveries of its server before it was begun.</param>
internal sealed record HeldClaim(Claim Claim, JobDefinition Job, string TargetPath, long Begun)
{
    /// <summary>What its partial file's name has before <c>.part</c>; null for nothing.</summary>
    public string? PartTag { get; init; }

    /// <summary>Whether it is another node's by now, or may be: then it is not published.</summary>
    public bool IsLost { get; set; }
}
