namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The files that are being fetched. A claim is a lease: its holder renews it in time, and may write to the file's row until another node
/// has taken it over. Every write names the claim's epoch and owner; one that comes too late changes nothing and returns
/// <see langword="false"/>: stop, and touch neither file nor row again. Leases are by the database's clock. All members report errors as
/// <see cref="LedgerException"/>.
/// </summary>
public sealed class ClaimLedger
{
    private readonly LedgerStore _store;

    internal ClaimLedger(LedgerStore store) => _store = store;

    /// <summary>
    /// Claims queued files: the highest priority first, then the lowest rank, then the one that was seen first. Files of paused jobs, and
    /// those that have to wait, stay queued.
    /// </summary>
    /// <param name="server">The server's name in the job file.</param>
    /// <param name="jobs">The jobs that this node knows.</param>
    /// <param name="closed">Target folders that cannot be written now: their files stay queued.</param>
    /// <param name="most">The maximum number of files; at least 1.</param>
    /// <param name="owner"><c>node/incarnation</c>.</param>
    /// <param name="lease">How long the claims hold unless they are renewed.</param>
    public async Task<IReadOnlyList<Claim>> ClaimAsync(
        string server, IReadOnlyCollection<string> jobs, IReadOnlyCollection<string> closed, int most, string owner, TimeSpan lease,
        CancellationToken cancellationToken)
    {
        if (jobs.Count == 0) return [];
        var (names, named) = Named("job", jobs.Order(StringComparer.Ordinal));
        var (targets, shut) = Named("target", closed.Order(StringComparer.Ordinal));
        var open = closed.Count == 0 ? "" : $" AND folder_id NOT IN (SELECT id FROM folder WHERE target IN ({targets}))";
        var now = _store.Now;
        var sql = $"""
            WITH due AS MATERIALIZED (
                SELECT id AS due_id FROM file
                WHERE state = 'queued' AND server = @server AND job IN ({names}) AND not_before <= @now AND job NOT IN (SELECT job
                    FROM paused){open}
                ORDER BY priority DESC, rank, id LIMIT @most{_store.Database.SkipLocked})
            UPDATE file SET state = 'transferring', epoch = epoch + 1, lease_owner = @owner, lease_until = {_store.Database.Now} + @lease,
                started_at = @now, changed_at = @now
            FROM due WHERE id = due_id
            RETURNING {ClaimRow.Columns}, priority, rank
            """;
        var claimed = await _store.WriteAsync($"claim files of {server}", session => session.QueryAsync(
            sql, row => (Claim: ClaimRow.Read(row), Priority: row.Long(ClaimRow.Count), Rank: row.Long(ClaimRow.Count + 1)),
            [("server", server), ("now", now), ("most", most), ("owner", owner), ("lease", lease), .. named, .. shut]),
            cancellationToken).ConfigureAwait(false);
        // RETURNING guarantees no order.
        return [.. claimed.OrderByDescending(row => row.Priority).ThenBy(row => row.Rank).ThenBy(row => row.Claim.FileId)
            .Select(row => row.Claim)];
    }

    /// <summary>
    /// Returns whether there is a file that <see cref="ClaimAsync"/> would claim.
    /// </summary>
    public async Task<bool> AnyAsync(string server, IReadOnlyCollection<string> jobs, CancellationToken cancellationToken)
    {
        if (jobs.Count == 0) return false;
        var (names, values) = Named("job", jobs.Order(StringComparer.Ordinal));
        return (await _store.ReadAsync($"find files of {server}", session => session.QueryAsync(
            $"SELECT 1 FROM file WHERE state = 'queued' AND server = @server AND job IN ({names}) AND not_before <= @now AND job NOT IN "
                + "(SELECT job FROM paused) LIMIT 1",
            row => row.Long(0), [("server", server), ("now", _store.Now), .. values]), cancellationToken).ConfigureAwait(false)).Count > 0;
    }

    /// <summary>Extends leases, counted from now.</summary>
    /// <returns>The claims that are still held; the others are lost, or were ended meanwhile.</returns>
    public async Task<IReadOnlyList<Claim>> RenewAsync(
        IReadOnlyCollection<Claim> claims, TimeSpan lease, CancellationToken cancellationToken)
    {
        if (claims.Count == 0) return [];
        // A lease of 0 was ended by the owner's own next start. A lease that merely ran out, and was not taken over, is renewed.
        const string IsAlive = "AND lease_until > 0";
        var extend = $"UPDATE file SET lease_until = {_store.Database.Now} + @lease WHERE {ClaimGuard.Held} {IsAlive}";
        // In a fixed order, so that two nodes never wait for each other.
        List<Claim> inOrder = [.. claims.OrderBy(claim => claim.FileId)];
        return await _store.WriteAsync("renew the leases of transfers", async session =>
        {
            // One round trip for all: on a slow connection 64 of them would take longer than the lease.
            var kept = await session.ExecuteManyAsync(
                extend, inOrder.Select<Claim, (string, object?)[]>(claim => [("lease", lease), .. ClaimGuard.Of(claim)]))
                .ConfigureAwait(false);
            if (kept == inOrder.Count) return inOrder;
            var (ids, values) = Named("id", inOrder.Select(claim => claim.FileId));
            var held = await session.QueryAsync(
                $"SELECT id, epoch, lease_owner FROM file WHERE id IN ({ids}) AND state IN ({ClaimGuard.States}) {IsAlive}",
                row => (row.Long(0), row.Long(1), row.Text(2)), values).ConfigureAwait(false);
            return inOrder.Where(claim => held.Contains((claim.FileId, claim.Epoch, claim.Owner))).ToList();
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Records that a file is verified and is about to be renamed. It may be renamed only after that.</summary>
    public async Task<VerifiedResult> VerifiedAsync(Claim claim, VerifiedFile file, CancellationToken cancellationToken)
    {
        const string Sql = $"""
            UPDATE file SET state = 'verified', final_path = @final, part_path = @part, proven_size = @size, modified = @modified,
                hash_kind = @kind, hash = @hash, file_mark = @mark, changed_at = @now
            WHERE {ClaimGuard.Held} AND (state = 'transferring' OR (final_path = @final AND part_path = @part AND file_mark = @mark))
            """;
        try
        {
            var changed = await _store.WriteAsync($"record that {claim.Name} is verified", session => session.ExecuteAsync(Sql,
            [
                ("final", file.FinalPath), ("part", file.PartPath), ("size", file.Size), ("modified", file.Modified),
                ("kind", file.HashKind), ("hash", file.Hash), ("mark", file.FileMark),
                ("now", _store.Now), .. ClaimGuard.Of(claim),
            ]), cancellationToken).ConfigureAwait(false);
            return changed == 1 ? VerifiedResult.Recorded : VerifiedResult.Lost;
        }
        catch (LedgerException exception)
            when (exception.InnerException is System.Data.Common.DbException inner
                && _store.Database.IsTaken(inner, "file_final", "file.final_path"))
        {
            return VerifiedResult.NameTaken;
        }
    }

    /// <summary>Returns the job that has delivered a file under this name, or is about to; null if none has.</summary>
    /// <param name="finalPath">The file's path, or its address on another server.</param>
    public async Task<FolderOwner?> OwnerOfAsync(string finalPath, CancellationToken cancellationToken) =>
        (await _store.ReadAsync($"find the job that delivered {finalPath}", session => session.QueryAsync(
            "SELECT folder.job, folder.server, path FROM file JOIN folder ON folder.id = folder_id "
                + "WHERE final_path = @final AND state IN ('verified', 'published')",
            row => new FolderOwner(row.Text(0), row.Text(1), row.Text(2)), ("final", finalPath)), cancellationToken)
            .ConfigureAwait(false)).FirstOrDefault();

    /// <summary>
    /// Records that a verified file was renamed: the delivery and its effects, in one commit. Repeated by the same claim, it is recorded
    /// once.
    /// </summary>
    /// <returns>Whether this claim's delivery is in the ledger.</returns>
    public Task<bool> PublishedAsync(
        Claim claim, Publication publication, IReadOnlyList<WantedEffect> effects, CancellationToken cancellationToken) =>
        _store.WriteAsync($"record that {claim.Name} is delivered",
            session => PublishStatements.RunAsync(session, claim, publication, effects), cancellationToken);

    /// <summary>Queues a claimed file again.</summary>
    /// <param name="notBefore">When it may be claimed next, by the service's clock.</param>
    /// <param name="error">One sentence; null if nothing went wrong.</param>
    /// <param name="kind">A keyword for the error; null for none.</param>
    /// <param name="isCharged">Whether this counts as a try of the file: a full disk or a stopped service does not.</param>
    /// <returns>Whether the claim was still held.</returns>
    public Task<bool> ReturnAsync(Claim claim, DateTimeOffset notBefore, string? error, string? kind, bool isCharged,
        CancellationToken cancellationToken) => EndAsync(
        claim, "release the claim of",
        "state = 'queued', not_before = @not_before, error = @error, error_kind = @kind, attempts = attempts + @charge",
        [("not_before", notBefore), ("error", error), ("kind", kind), ("charge", isCharged)], cancellationToken);

    /// <summary>
    /// Restarts the observation of a claimed file with its first poll: the server no longer has it as it was listed. This counts as a try,
    /// until a poll finds the file changed.
    /// </summary>
    /// <param name="notBefore">When it may be claimed next, by the service's clock, if it is not changed.</param>
    /// <param name="error">One sentence.</param>
    /// <returns>Whether the claim was still held.</returns>
    public Task<bool> ObserveAgainAsync(Claim claim, DateTimeOffset notBefore, string error, CancellationToken cancellationToken) =>
        EndAsync(
            claim, "reset the state of",
            "state = 'discovered', looks = 0, since = @now, not_before = @not_before, error = @error, error_kind = NULL, "
                + "attempts = attempts + 1",
            [("not_before", notBefore), ("error", error)], cancellationToken);

    /// <summary>Ends a claim as failed or quarantined, until an operator queues the file again; the try is charged.</summary>
    /// <param name="state"><see cref="FileState.Failed"/> or <see cref="FileState.Quarantined"/>.</param>
    /// <param name="error">One sentence.</param>
    /// <param name="kind">A keyword for the error.</param>
    /// <returns>Whether the claim was still held.</returns>
    public Task<bool> GiveUpAsync(Claim claim, FileState state, string error, string kind, CancellationToken cancellationToken)
    {
        if (state is not (FileState.Failed or FileState.Quarantined))
            throw new ArgumentException($"A file can become failed or quarantined, not {state.Name()}.", nameof(state));
        return EndAsync(claim, "record the failure of", "state = @state, error = @error, error_kind = @kind, attempts = attempts + 1",
            [("state", state), ("error", error), ("kind", kind)], cancellationToken);
    }

    /// <summary>Takes over claims whose lease ran out: transfers are queued again, intended renames are returned to the caller.</summary>
    /// <param name="owner">The caller, <c>node/incarnation</c>.</param>
    /// <param name="grace">How long a lease must have run out.</param>
    /// <param name="lease">How long the caller holds the returned claims.</param>
    /// <returns>The number of transfers that are queued again, and the files with an intended rename: the caller holds them now, and
    /// checks the disk for the outcome.</returns>
    public Task<(int Requeued, IReadOnlyList<UnsettledClaim> ToSettle)> TakeOverAsync(
        string owner, TimeSpan grace, TimeSpan lease, CancellationToken cancellationToken)
    {
        var now = _store.Database.Now;
        string Expired(string state) =>
            $"WITH due AS MATERIALIZED (SELECT id AS due_id FROM file WHERE state = '{state}' AND lease_until <= {now} - @grace ORDER BY "
                + $"id{_store.Database.SkipLocked})";
        var requeue = $"{Expired("transferring")} UPDATE file SET state = 'queued', epoch = epoch + 1, lease_owner = NULL, "
            + "lease_until = NULL, changed_at = @now FROM due WHERE id = due_id";
        var take = $"{Expired("verified")} UPDATE file SET epoch = epoch + 1, lease_owner = @owner, "
            + $"lease_until = {now} + @lease FROM due WHERE id = due_id RETURNING {ClaimRow.Columns}, {ClaimRow.VerifiedColumns}";
        return _store.WriteAsync("take over expired leases", async session =>
        {
            var requeued = await session.ExecuteAsync(requeue, ("grace", grace), ("now", _store.Now)).ConfigureAwait(false);
            var taken = await session.QueryAsync(take, row => new UnsettledClaim(ClaimRow.Read(row), ClaimRow.ReadVerified(row)),
                ("grace", grace), ("owner", owner), ("lease", lease)).ConfigureAwait(false);
            IReadOnlyList<UnsettledClaim> toSettle = [.. taken.OrderBy(unsettled => unsettled.Claim.FileId)];
            return (requeued, toSettle);
        }, cancellationToken);
    }

    /// <summary>
    /// Ends, at a node's start, everything that earlier incarnations of it held: files, effects and sessions. Then
    /// <see cref="TakeOverAsync"/> need not wait for them.
    /// </summary>
    /// <param name="node">The node's name.</param>
    /// <param name="incarnation">The current start of the node.</param>
    /// <returns>How many files were held.</returns>
    public Task<int> ReleaseNodeAsync(string node, string incarnation, CancellationToken cancellationToken)
    {
        string Earlier(string column) => $"substr({column}, 1, length(@prefix)) = @prefix AND {column} <> @owner";
        (string, object?)[] values = [("prefix", node + "/"), ("owner", $"{node}/{incarnation}")];
        return _store.WriteAsync($"release the claims of earlier starts of {node}", async session =>
        {
            await session.ExecuteAsync($"DELETE FROM slot WHERE {Earlier("owner")}", values).ConfigureAwait(false);
            await session.ExecuteAsync($"DELETE FROM want WHERE {Earlier("owner")}", values).ConfigureAwait(false);
            await session.ExecuteAsync(
                $"UPDATE effect SET lease_until = 0 WHERE outcome IS NULL AND {Earlier("lease_owner")}", values).ConfigureAwait(false);
            return await session.ExecuteAsync(
                $"UPDATE file SET lease_until = 0 WHERE state IN ('transferring', 'verified') AND {Earlier("lease_owner")}",
                values).ConfigureAwait(false);
        }, cancellationToken);
    }

    private static (string Names, (string Name, object? Value)[] Values) Named<T>(string prefix, IEnumerable<T> items)
    {
        (string Name, object? Value)[] values = [.. items.Select((item, i) => ($"{prefix}{i}", (object?)item))];
        return (string.Join(", ", values.Select(value => "@" + value.Name)), values);
    }

    private async Task<bool> EndAsync(Claim claim, string verb, string set, (string, object?)[] values, CancellationToken cancellationToken)
    {
        var sql = $"UPDATE file SET {set}, lease_owner = NULL, lease_until = NULL, {ClaimGuard.NoIntent}, "
            + $"changed_at = @now WHERE {ClaimGuard.Held}";
        return await _store.WriteAsync(
            $"{verb} {claim.Name}", session => session.ExecuteAsync(sql, [.. values, ("now", _store.Now), .. ClaimGuard.Of(claim)]),
            cancellationToken).ConfigureAwait(false) == 1;
    }
}
