using System.Data.Common;
using System.Runtime.CompilerServices;

namespace Accelerator.Jobs.Ledger;

/// <summary>Statements over one connection, in one transaction if something is written.</summary>
internal sealed class LedgerSession(
    LedgerDatabase database, LedgerLine line, DbTransaction? transaction, CancellationToken cancellationToken)
{
    public LedgerDatabase Database => database;

    public LedgerLine Line => line;

    public DbTransaction? Transaction => transaction;

    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>Executes a statement and returns how many rows were changed.</summary>
    public async Task<int> ExecuteAsync(string sql, params (string Name, object? Value)[] values)
    {
        var (command, isKept) = Prepare(sql, values);
        try
        {
            return await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (!isKept) await command.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Executes a statement for many sets of values and returns how many rows it changed in all.</summary>
    public Task<int> ExecuteManyAsync(string sql, IEnumerable<(string Name, object? Value)[]> rows) =>
        database.ExecuteManyAsync(this, sql, rows);

    /// <summary>Returns all rows of a query.</summary>
    public async Task<List<T>> QueryAsync<T>(string sql, Func<LedgerRow, T> read, params (string Name, object? Value)[] values)
    {
        var rows = new List<T>();
        await foreach (var row in StreamAsync(sql, read, values, cancellationToken).ConfigureAwait(false)) rows.Add(row);
        return rows;
    }

    /// <summary>Returns the rows of a query one by one.</summary>
    public async IAsyncEnumerable<T> StreamAsync<T>(
        string sql, Func<LedgerRow, T> read, (string Name, object? Value)[] values, [EnumeratorCancellation] CancellationToken cancellation)
    {
        var (command, isKept) = Prepare(sql, values);
        try
        {
            var reader = await command.ExecuteReaderAsync(cancellation).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                while (await reader.ReadAsync(cancellation).ConfigureAwait(false)) yield return read(new LedgerRow(reader));
            }
        }
        finally
        {
            if (!isKept) await command.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Converts a value for a parameter: integers are 64 bits wide, timestamps are milliseconds since 1970, and text is encoded so that
    /// every database can store it.
    /// </summary>
    public static object Stored(object? value) => value switch
    {
        null => DBNull.Value,
        int number => (long)number,
        bool flag => flag ? 1L : 0L,
        DateTimeOffset time => time.ToUnixTimeMilliseconds(),
        TimeSpan length => (long)length.TotalMilliseconds,
        FileState state => state.Name(),
        string text => LedgerText.Write(text),
        _ => value,
    };

    private (DbCommand Command, bool IsKept) Prepare(string sql, (string Name, object? Value)[] values)
    {
        var (command, isKept) = line.Command(sql);
        command.Transaction = transaction;
        Fill(command, values);
        return (command, isKept);
    }

    /// <summary>Sets the values of a command; one that was used before has the parameters already.</summary>
    public static void Fill(DbCommand command, (string Name, object? Value)[] values)
    {
        var isNew = command.Parameters.Count == 0;
        for (var i = 0; i < values.Length; i++)
        {
            var parameter = isNew ? command.CreateParameter() : command.Parameters[i];
            parameter.Value = Stored(values[i].Value);
            if (!isNew) continue;
            parameter.ParameterName = values[i].Name;
            command.Parameters.Add(parameter);
        }
    }
}
