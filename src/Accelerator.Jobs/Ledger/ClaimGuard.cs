namespace Accelerator.Jobs.Ledger;

/// <summary>What every write of a worker is guarded by: no row fits once the claim is lost.</summary>
internal static class ClaimGuard
{
    public const string Held = "id = @id AND epoch = @epoch AND state IN ('transferring', 'verified') AND lease_owner = @holder";

    /// <summary>A file that is fetched anew has no rename pending.</summary>
    public const string NoIntent =
        "final_path = NULL, part_path = NULL, proven_size = NULL, modified = NULL, hash_kind = NULL, hash = NULL, file_mark = NULL";

    public static (string Name, object? Value)[] Of(Claim claim) => [("id", claim.FileId), ("epoch", claim.Epoch), ("holder", claim.Owner)];
}
