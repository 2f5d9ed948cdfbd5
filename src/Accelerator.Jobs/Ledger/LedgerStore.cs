using System.Data.Common;
using System.Runtime.CompilerServices;

namespace Accelerator.Jobs.Ledger;

/// <summary>The common base of all parts of a ledger: the database, the caller's clock, and errors as sentences.</summary>
internal sealed class LedgerStore(LedgerDatabase database, TimeProvider time)
{
    public LedgerDatabase Database => database;

    public DateTimeOffset Now => time.GetUtcNow();

    /// <summary>Reads over a connection of its own; several statements do not share a transaction.</summary>
    /// <param name="attempt">What is attempted, after "Could not".</param>
    /// <param name="work">The work.</param>
    public async Task<T> ReadAsync<T>(string attempt, Func<LedgerSession, Task<T>> work, CancellationToken cancellationToken)
    {
        try
        {
            var line = await database.OpenReaderAsync(cancellationToken).ConfigureAwait(false);
            await using (line.ConfigureAwait(false))
            {
                return await work(new LedgerSession(database, line, transaction: null, cancellationToken)).ConfigureAwait(false);
            }
        }
        catch (DbException exception)
        {
            throw database.Explain(attempt, exception);
        }
    }

    /// <summary>Returns rows one by one, over a connection of its own that is held until the last.</summary>
    public async IAsyncEnumerable<T> StreamAsync<T>(
        string attempt, string sql, Func<LedgerRow, T> read, (string Name, object? Value)[] values,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var line = await ExplainedAsync(attempt, () => database.OpenReaderAsync(cancellationToken)).ConfigureAwait(false);
        await using (line.ConfigureAwait(false))
        {
            var rows = new LedgerSession(database, line, transaction: null, cancellationToken).StreamAsync(
                sql, read, values, cancellationToken).GetAsyncEnumerator(cancellationToken);
            await using (rows.ConfigureAwait(false))
            {
                while (true)
                {
                    // C# does not allow yield inside a try that has a catch.
                    try
                    {
                        if (!await rows.MoveNextAsync().ConfigureAwait(false)) break;
                    }
                    catch (DbException exception)
                    {
                        throw database.Explain(attempt, exception);
                    }
                    yield return rows.Current;
                }
            }
        }
    }

    /// <summary>Runs one transaction: all of it is committed, or nothing.</summary>
    /// <param name="attempt">What is attempted, after "Could not".</param>
    /// <param name="work">The work.</param>
    public async Task<T> WriteAsync<T>(string attempt, Func<LedgerSession, Task<T>> work, CancellationToken cancellationToken)
    {
        if (database.IsReadOnly) throw new LedgerException($"Could not {attempt}: {database.Place} is read-only.", isTransient: false);
        try
        {
            var line = await database.OpenWriterAsync(cancellationToken).ConfigureAwait(false);
            await using (line.ConfigureAwait(false))
            {
                var transaction = await BeginAsync(attempt, line, cancellationToken).ConfigureAwait(false);
                try
                {
                    var result = await work(new LedgerSession(database, line, transaction, cancellationToken)).ConfigureAwait(false);
                    await CommitAsync(attempt, transaction).ConfigureAwait(false);
                    return result;
                }
                finally
                {
                    await EndAsync(line, transaction).ConfigureAwait(false);
                }
            }
        }
        catch (DbException exception)
        {
            throw database.Explain(attempt, exception);
        }
    }

    private async Task<DbTransaction> BeginAsync(string attempt, LedgerLine line, CancellationToken cancellationToken)
    {
        try
        {
            return await line.Connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (InvalidOperationException exception) when (exception is not ObjectDisposedException)
        {
            line.IsBroken = true;
            throw Unusable(attempt, exception);
        }
        catch (DbException)
        {
            line.IsBroken = true;
            throw;
        }
    }

    private async Task CommitAsync(string attempt, DbTransaction transaction)
    {
        try
        {
            // A cancelled commit would leave the caller without knowing whether it took effect.
            await transaction.CommitAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (InvalidOperationException exception) when (exception is not ObjectDisposedException)
        {
            throw Unusable(attempt, exception);
        }
    }

    /// <summary>Rolls back a transaction that was not committed. Errors are not reported: they would replace the first one.</summary>
    private static async Task EndAsync(LedgerLine line, DbTransaction transaction)
    {
        try
        {
            await transaction.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException)
        {
            // For example, SQLite itself rolls back when the disk is full during a COMMIT, and refuses a ROLLBACK after that.
            line.IsBroken = true;
        }
    }

    // The driver refuses the call because of the state of the connection or of its transaction.
    private LedgerException Unusable(string attempt, InvalidOperationException exception) => new(
        $"Could not {attempt} in {database.Place}: {exception.Message.TrimEnd('.')}. ftpxd tries again.", isTransient: true, exception);

    private async Task<T> ExplainedAsync<T>(string attempt, Func<Task<T>> work)
    {
        try
        {
            return await work().ConfigureAwait(false);
        }
        catch (DbException exception)
        {
            throw database.Explain(attempt, exception);
        }
    }
}
