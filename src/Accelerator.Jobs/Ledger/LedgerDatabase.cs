using System.Data.Common;

namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The database that keeps a ledger, and the little in which one differs from the other: how it is opened, what its columns are called, its
/// clock, how rows are locked, and what its errors mean. Given to <see cref="JobLedger.OpenAsync"/>, it belongs to the ledger, which
/// disposes it.
/// </summary>
public abstract class LedgerDatabase : IAsyncDisposable
{
    private protected LedgerDatabase(bool isReadOnly) => IsReadOnly = isReadOnly;

    /// <summary>Whether it is only read: nothing is created, and every change is refused.</summary>
    public bool IsReadOnly { get; }

    /// <summary>Where it is, without a password, as part of a sentence.</summary>
    public abstract string Place { get; }

    /// <summary>Whether several nodes may share it.</summary>
    public abstract bool IsShared { get; }

    /// <summary>Tables that nodes share beside the ledger's own: statements that do nothing where they are there. Empty for none.</summary>
    internal abstract string ScheduleTables { get; }

    /// <summary>An expression: milliseconds since 1970 by the database's own clock, the same for all rows of a statement.</summary>
    internal abstract string Now { get; }

    /// <summary>The end of a SELECT that takes its rows for this transaction and leaves out those that others have taken.</summary>
    internal abstract string SkipLocked { get; }

    /// <summary>The end of a SELECT that waits for its rows and takes them.</summary>
    internal abstract string ForUpdate { get; }

    /// <summary>What stands for the marked types in <see cref="LedgerSchema"/>.</summary>
    internal abstract string Dialect(string schema);

    /// <summary>A SELECT that lets one creator in after the other; null where a transaction does that by itself.</summary>
    internal abstract string? CreationLock { get; }

    /// <summary>A SELECT that counts the tables of the name <c>meta</c>: one or none.</summary>
    internal abstract string CountMeta { get; }

    /// <summary>A connection for reading, closed when it is given back.</summary>
    internal abstract Task<LedgerLine> OpenReaderAsync(CancellationToken cancellationToken);

    /// <summary>A connection for writing.</summary>
    internal abstract Task<LedgerLine> OpenWriterAsync(CancellationToken cancellationToken);

    /// <summary>The same statement for many sets of values; how many rows it changed in all.</summary>
    internal abstract Task<int> ExecuteManyAsync(LedgerSession session, string sql, IEnumerable<(string Name, object? Value)[]> rows);

    /// <summary>Whether a statement failed because another row has this value already.</summary>
    internal abstract bool IsTaken(DbException exception, string index, string column);

    /// <summary>What an operator is told.</summary>
    /// <param name="attempt">What was attempted, after "Could not".</param>
    /// <param name="exception">What the driver threw.</param>
    internal abstract LedgerException Explain(string attempt, DbException exception);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}
