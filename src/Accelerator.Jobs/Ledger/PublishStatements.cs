namespace Accelerator.Jobs.Ledger;

/// <summary>The statements of a publication: the file's state, the delivery and its effects.</summary>
internal static class PublishStatements
{
    private const string Publish = """
        UPDATE file SET state = 'published', delivered_path = final_path, lease_owner = NULL, lease_until = NULL, error = NULL,
            error_kind = NULL, changed_at = @at
        WHERE id = @id AND epoch = @epoch AND state = 'verified' AND lease_owner = @holder
        """;

    private const string Deliver = """
        INSERT INTO delivery (file_id, version, epoch, job, server, folder, name, size, modified, final_path, hash_kind, hash, fetched,
            attempts, owner, first_seen, queued_at, started_at, published_at)
        SELECT file.id, version, epoch, file.job, file.server, path, name, proven_size, modified, final_path, hash_kind, hash, @fetched,
            attempts, @holder, first_seen, queued_at, started_at, @at
        FROM file JOIN folder ON folder.id = folder_id WHERE file.id = @id
        RETURNING id
        """;

    public static async Task<bool> RunAsync(
        LedgerSession session, Claim claim, Publication publication, IReadOnlyList<WantedEffect> effects)
    {
        if (await session.ExecuteAsync(Publish, [("at", publication.At), .. ClaimGuard.Of(claim)]).ConfigureAwait(false) == 0)
        {
            // The answer to this claim's first commit may have been lost with the connection.
            const string Mine = "SELECT id FROM delivery WHERE file_id = @id AND version = @version AND epoch = @epoch AND owner = @holder";
            return (await session.QueryAsync(
                Mine, row => row.Long(0), [("version", claim.Version), .. ClaimGuard.Of(claim)]).ConfigureAwait(false)).Count == 1;
        }
        var delivery = (await session.QueryAsync(
            Deliver, row => row.Long(0), ("fetched", publication.Fetched), ("holder", claim.Owner), ("at", publication.At),
            ("id", claim.FileId)).ConfigureAwait(false))[0];
        foreach (var effect in effects)
        {
            await session.ExecuteAsync(
                "INSERT INTO effect (delivery_id, kind, payload) VALUES (@delivery, @kind, @payload)", ("delivery", delivery),
                ("kind", effect.Kind), ("payload", effect.Payload)).ConfigureAwait(false);
        }
        return true;
    }
}
