namespace Accelerator.Jobs.Definitions;

/// <summary>Where it is kept what was delivered.</summary>
public enum LedgerKind
{
    /// <summary>A file of this computer, for one node.</summary>
    Sqlite,

    /// <summary>A database that several nodes share.</summary>
    PostgreSql,
}
