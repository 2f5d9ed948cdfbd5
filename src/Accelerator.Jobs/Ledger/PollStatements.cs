namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The statements of a poll: for a new file, for one that is observed, for one that is gone undelivered, for one that enters the queue, for
/// one that is quarantined because its marker did not come, and for one that is only missing, listed again, or listed with another clock.
/// </summary>
internal static class PollStatements
{
    /// <summary>The keyword for the reason of a file whose marker did not come in time.</summary>
    public const string Marker = "marker";

    private const string Insert = """
        INSERT INTO file (folder_id, name, size, time, state, version, looks, first_seen, since, missing, missing_since, changed_at, job,
            server, priority, rank, queued_at)
        SELECT id, @name, @size, @time, @state, @version, @looks, @first_seen, @since, @missing, @missing_since, @now,
            CASE WHEN @queued = 1 THEN job END, CASE WHEN @queued = 1 THEN server END, @priority, @rank, CASE WHEN @queued = 1 THEN @now END
        FROM folder WHERE id = @folder
        ON CONFLICT (folder_id, name) DO NOTHING
        """;

    private const string Guard = "WHERE id = @id AND folder_id = @folder AND state = @was AND epoch = @epoch AND looks = @had_looks";

    // Results of an earlier try or delivery do not apply to this one; delivered_path stays.
    private const string Begin = $"attempts = 0, not_before = 0, error = NULL, error_kind = NULL, {ClaimGuard.NoIntent}";

    private const string Observed =
        "UPDATE file SET size = @size, time = @time, state = @state, version = @version, looks = @looks, first_seen = @first_seen, "
            + "since = @since, missing = @missing, missing_since = @missing_since, changed_at = @now";

    private const string Observe = $"{Observed}, {Begin} {Guard}";

    // A file that is listed as it was when a try of it failed: the tries count on.
    private const string ObserveOn = $"{Observed}, {ClaimGuard.NoIntent} {Guard}";

    // Keeps the results of its tries: they say why it was not delivered in time.
    private const string Lose = $"{Observed}, not_before = 0, {ClaimGuard.NoIntent} {Guard}";

    private const string Enter = "job = folder.job, server = folder.server, priority = @priority, rank = @rank, "
        + "queued_at = @now FROM folder WHERE folder.id = file.folder_id AND file.id = @id AND file.folder_id = @folder AND state = "
        + "@was AND epoch = @epoch AND looks = @had_looks";

    private const string Queue = $"{Observed}, {Begin}, {Enter}";

    private const string QueueOn = $"{Observed}, {ClaimGuard.NoIntent}, {Enter}";

    // The new epoch makes the failure one that no alert has reported. An operator may queue the file, at its place in the order.
    private const string SetAside = $"{Observed}, error = @error, error_kind = '{Marker}', epoch = epoch + 1, {Enter}";

    private const string Miss = $"UPDATE file SET time = @time, missing = @missing, missing_since = @missing_since {Guard}";

    /// <summary>Returns the statement of a change.</summary>
    /// <exception cref="ArgumentException">
    /// The file would enter a state that a poll may not set, would be taken from a worker, or a delivered file would be fetched again as
    /// the same version.
    /// </exception>
    public static string For(FileChange change)
    {
        var (before, after) = (change.Before, change.After);
        var isPolled = after.State is FileState.Discovered or FileState.Stable or FileState.Queued or FileState.Vanished;
        if (before is null) return isPolled ? Insert : throw Wrong(change, "a new file cannot be in it");
        if (before.Id != after.Id || before.Name != after.Name) throw Wrong(change, "the two are not the same file");
        if (before.State == after.State && before.State is not (FileState.Discovered or FileState.Stable)) return Miss;
        if (after.State == FileState.Quarantined && before.State is (FileState.Discovered or FileState.Stable)) return SetAside;
        if (!isPolled) throw Wrong(change, "a poll does not set this state");
        if (before.State is FileState.Transferring or FileState.Verified) throw Wrong(change, "a worker has it");
        if (before.State == FileState.Published && after.Version <= before.Version)
            throw Wrong(change, "a version that was delivered is not delivered again: its number must grow");
        if (after.State == FileState.Vanished) return Lose;
        var isUnchanged = before.State is FileState.Discovered or FileState.Stable
            && (before.Size, before.Since) == (after.Size, after.Since);
        return after.State == FileState.Queued ? isUnchanged ? QueueOn : Queue : isUnchanged ? ObserveOn : Observe;
    }

    /// <summary>Returns the parameter values for a change's statement.</summary>
    public static (string Name, object? Value)[] Values(FileChange change, long folderId, DateTimeOffset now, string statement)
    {
        var after = change.After;
        // Only a delivered file keeps LIST's clock: a worker would mistake it for a time in UTC.
        List<(string, object?)> values = [("time", after.Time ?? (after.State == FileState.Published ? after.Clock : null)),
            ("missing", after.Missing), ("missing_since", after.MissingSince), ("folder", folderId)];
        if (statement != Miss)
        {
            values.AddRange(
            [
                ("size", after.Size), ("state", after.State), ("version", after.Version), ("looks", after.Polls),
                ("first_seen", after.FirstSeen), ("since", after.Since), ("now", now),
            ]);
        }
        if (statement == SetAside) values.Add(("error", change.Error));
        if (statement == Insert) values.AddRange([("name", after.Name), ("queued", after.State == FileState.Queued)]);
        if (statement is Insert or Queue or QueueOn or SetAside) values.AddRange([("priority", change.Priority), ("rank", change.Rank)]);
        if (change.Before is { } before)
            values.AddRange([("id", before.Id), ("was", before.State), ("epoch", before.Epoch), ("had_looks", before.Polls)]);
        return [.. values];
    }

    private static ArgumentException Wrong(FileChange change, string why) =>
        new($"\"{change.After.Name}\" cannot go from {change.Before?.State.Name() ?? "nothing"} to "
            + $"{change.After.State.Name()} in a poll: {why}.", nameof(change));
}
