namespace Accelerator.Jobs.Definitions;

/// <summary>The ledger that a job file asks for.</summary>
/// <param name="Kind">What keeps it.</param>
/// <param name="Connection">The credential that holds the connection string; null for SQLite.</param>
/// <param name="Keep">How long a file that the server lists no more is remembered.</param>
public sealed record LedgerDefinition(LedgerKind Kind, string? Connection, TimeSpan Keep);
