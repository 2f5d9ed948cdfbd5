namespace Accelerator.Jobs.Definitions;

/// <summary>The database of the ledger.</summary>
public enum LedgerKind
{
    /// <summary>A file on this computer, for one node.</summary>
    Sqlite,

    /// <summary>A database that several nodes share.</summary>
    PostgreSql,
}
