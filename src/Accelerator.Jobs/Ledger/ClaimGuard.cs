namespace Accelerator.Jobs.Ledger;

/// <summary>The condition that guards every write of a worker: it matches no row once the claim is lost.</summary>
internal static class ClaimGuard
{
    /// <summary>The states of a file that is claimed.</summary>
    public const string States = "'transferring', 'verified'";

    public const string Held = $"id = @id AND epoch = @epoch AND state IN ({States}) AND lease_owner = @holder";

    /// <summary>Clears the pending rename of a file that is fetched again.</summary>
    public const string NoIntent =
        "final_path = NULL, part_path = NULL, proven_size = NULL, modified = NULL, hash_kind = NULL, hash = NULL, file_mark = NULL";

    public static (string Name, object? Value)[] Of(Claim claim) => [("id", claim.FileId), ("epoch", claim.Epoch), ("holder", claim.Owner)];
}
