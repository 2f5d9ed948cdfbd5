using System.Data.Common;

namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The database of a ledger, and the differences between the supported ones: how to open it, its column types, its clock, row locks, and
/// the meaning of its errors. Once passed to <see cref="JobLedger.OpenAsync"/>, it is owned and disposed by the ledger.
/// </summary>
public abstract class LedgerDatabase : IAsyncDisposable
{
    private protected LedgerDatabase(bool isReadOnly) => IsReadOnly = isReadOnly;

    /// <summary>Whether the database is read-only: nothing is created, and every change is refused.</summary>
    public bool IsReadOnly { get; }

    /// <summary>The location without a password, as part of a sentence.</summary>
    public abstract string Place { get; }

    /// <summary>Whether several nodes may share it.</summary>
    public abstract bool IsShared { get; }

    /// <summary>Statements for further tables that nodes share; they do nothing if the tables exist. Empty for none.</summary>
    internal abstract string ScheduleTables { get; }

    /// <summary>An expression: milliseconds since 1970 by the database's own clock, the same for all rows of a statement.</summary>
    internal abstract string Now { get; }

    /// <summary>
    /// The clause at the end of a SELECT that locks its rows for this transaction and skips rows that others have locked.
    /// </summary>
    internal abstract string SkipLocked { get; }

    /// <summary>The clause at the end of a SELECT that waits for its rows and locks them.</summary>
    internal abstract string ForUpdate { get; }

    /// <summary>Returns the statements of <see cref="LedgerSchema"/> with the column types of this database.</summary>
    internal abstract string WithColumnTypes(string schema);

    /// <summary>A SELECT that serializes creators of the tables; null if a transaction does that by itself.</summary>
    internal abstract string? CreationLock { get; }

    /// <summary>A SELECT that counts the tables of the name <c>meta</c>: one or none.</summary>
    internal abstract string CountMeta { get; }

    /// <summary>Opens a connection for reading, closed when it is given back.</summary>
    internal abstract Task<LedgerLine> OpenReaderAsync(CancellationToken cancellationToken);

    /// <summary>Opens a connection for writing.</summary>
    internal abstract Task<LedgerLine> OpenWriterAsync(CancellationToken cancellationToken);

    /// <summary>Executes a statement for many sets of values and returns how many rows it changed in all.</summary>
    internal abstract Task<int> ExecuteManyAsync(LedgerSession session, string sql, IEnumerable<(string Name, object? Value)[]> rows);

    /// <summary>Returns whether a statement failed because another row already has this value.</summary>
    internal abstract bool IsTaken(DbException exception, string index, string column);

    /// <summary>Converts a driver's exception to a message for operators.</summary>
    /// <param name="attempt">What was attempted, after "Could not".</param>
    /// <param name="exception">What the driver threw.</param>
    internal abstract LedgerException Explain(string attempt, DbException exception);

    public abstract ValueTask DisposeAsync();
}
