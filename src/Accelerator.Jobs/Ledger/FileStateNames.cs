namespace Accelerator.Jobs.Ledger;

/// <summary>The names that the database stores for <see cref="FileState"/>.</summary>
internal static class FileStateNames
{
    private static readonly FileState[] All = Enum.GetValues<FileState>();

    private static readonly string[] Names = [.. All.Select(state => state.ToString().ToLowerInvariant())];

    /// <summary>The states of files that are still to be delivered, as a list in SQL.</summary>
    public static string Waiting { get; } =
        $"({string.Join(", ", All.Where(state => state.IsWaiting()).Select(state => $"'{state.Name()}'"))})";

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
