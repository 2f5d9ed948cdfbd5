namespace Accelerator.Jobs.Ledger;

/// <summary>The names that the database stores for <see cref="FileState"/>.</summary>
internal static class FileStateNames
{
    private static readonly FileState[] All = Enum.GetValues<FileState>();

    private static readonly string[] Names = [.. All.Select(state => state.ToString().ToLowerInvariant())];

    /// <summary>The states of files that are still to be delivered, as a list in SQL.</summary>
    public static string Waiting { get; } =
        $"({string.Join(", ", All.Where(state => state.IsWaiting()).Select(state => $"'{state.Name()}'"))})";

    /// <summary>
    /// A condition: the file is neither delivered nor gone. It is that of the index <c>file_pending</c>, which SQLite uses only for queries
    /// that repeat it word for word.
    /// </summary>
    public const string Open = "state NOT IN ('published', 'vanished')";

    /// <summary>
    /// A condition: the file is still to be delivered. Without IN, so that SQLite reads <c>file_pending</c> alone and not the rows of each
    /// state.
    /// </summary>
    public const string Undelivered = $"{Open} AND state NOT IN ('failed', 'quarantined')";

    /// <summary>
    /// A condition: the file was complete, and gone from its server before it was delivered. One that was only observed may have been a
    /// temporary file. <c>queued_at</c> of an earlier version is older than <c>first_seen</c>.
    /// </summary>
    public const string Lost = "state = 'vanished' AND queued_at >= first_seen";

    public static string Name(this FileState state) => Names[(int)state];

    /// <exception cref="LedgerException">The database holds an unknown name.</exception>
    public static FileState Read(string word)
    {
        var index = Array.IndexOf(Names, word);
        return index >= 0 ? All[index]
            : throw new LedgerException(
                $"The ledger holds a file in the state \"{word}\", which this version does not know. Was it written by a newer version?",
                isTransient: false);
    }
}
