namespace Accelerator.Jobs.Definitions;

/// <summary>The ledger settings of a job file.</summary>
/// <param name="Kind">The kind of database.</param>
/// <param name="Connection">The credential that holds the connection string; null for SQLite.</param>
/// <param name="Keep">How long a file is remembered after it is no longer listed by the server.</param>
public sealed record LedgerDefinition(LedgerKind Kind, string? Connection, TimeSpan Keep);
