namespace Accelerator.Jobs.Definitions;

/// <summary>The ledger settings of a job file.</summary>
/// <param name="Kind">The kind of database.</param>
/// <param name="Connection">The credential that holds the connection string; null for SQLite.</param>
/// <param name="Keep">How long a file is remembered after it is no longer listed by the server.</param>
public sealed record LedgerDefinition(LedgerKind Kind, string? Connection, TimeSpan Keep)
{
    // Somewhat more than a year: satellite orbits repeat, and reprocessed passes of the last season still arrive.
    private static readonly TimeSpan UsualKeep = TimeSpan.FromDays(400);

    /// <summary>The ledger of a job file that names none: SQLite in the data folder.</summary>
    public static LedgerDefinition Usual { get; } = new(LedgerKind.Sqlite, null, UsualKeep);
}
