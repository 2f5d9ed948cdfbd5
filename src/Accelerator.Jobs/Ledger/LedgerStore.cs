using System.Data.Common;
using System.Runtime.CompilerServices;

namespace Accelerator.Jobs.Ledger;

/// <summary>What all parts of a ledger stand on: the database, the caller's clock, and errors told as sentences.</summary>
internal sealed class LedgerStore(LedgerDatabase database, TimeProvider time)
{
    public LedgerDatabase Database => database;

    public DateTimeOffset Now => time.GetUtcNow();

    /// <summary>Reads over a connection of its own; no transaction holds several statements together.</summary>
    /// <param name="attempt">What is attempted, after "Could not".</param>
    /// <param name="work">What is done.</param>
    /// <param name="cancellationToken">Stops it.</param>
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

    /// <summary>Rows one by one, over a connection of its own that is held until the last.</summary>
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
                    // No yield may stand inside a try that has a catch.
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

    /// <summary>One transaction: all of it is committed, or nothing.</summary>
    /// <param name="attempt">What is attempted, after "Could not".</param>
    /// <param name="work">What is done.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task<T> WriteAsync<T>(string attempt, Func<LedgerSession, Task<T>> work, CancellationToken cancellationToken)
    {
        if (database.IsReadOnly) throw new LedgerException($"Could not {attempt}: {database.Place} is only read here.", isTransient: false);
        try
        {
            var line = await database.OpenWriterAsync(cancellationToken).ConfigureAwait(false);
            await using (line.ConfigureAwait(false))
            {
                var transaction = await line.Connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
                await using (transaction.ConfigureAwait(false))
                {
                    var result = await work(new LedgerSession(database, line, transaction, cancellationToken)).ConfigureAwait(false);
                    // Whoever cancels here could not know whether it was done.
                    await transaction.CommitAsync(CancellationToken.None).ConfigureAwait(false);
                    return result;
                }
            }
        }
        catch (DbException exception)
        {
            throw database.Explain(attempt, exception);
        }
    }

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
