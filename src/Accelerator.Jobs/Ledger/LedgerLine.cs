using System.Data.Common;

namespace Accelerator.Jobs.Ledger;

/// <summary>A connection that is lent.</summary>
/// <param name="connection">An open one.</param>
/// <param name="prepared">Statements that this connection keeps ready; null where its driver does that, or where it is used once.</param>
/// <param name="giveBack">What ends the loan; null to close the connection.</param>
internal sealed class LedgerLine(DbConnection connection, Dictionary<string, DbCommand>? prepared, Action? giveBack) : IAsyncDisposable
{
    // Texts differ by the number of jobs in a claim; a few dozen are all there are.
    private const int MostPrepared = 100;

    public DbConnection Connection => connection;

    /// <summary>A command with this text, and whether it stays with the connection.</summary>
    public (DbCommand Command, bool IsKept) Command(string sql)
    {
        if (prepared is not null && prepared.TryGetValue(sql, out var kept)) return (kept, true);
        var command = connection.CreateCommand();
        command.CommandText = sql;
        if (prepared is null || prepared.Count >= MostPrepared) return (command, false);
        prepared.Add(sql, command);
        return (command, true);
    }

    public async ValueTask DisposeAsync()
    {
        if (giveBack is not null) giveBack();
        else await connection.DisposeAsync().ConfigureAwait(false);
    }
}
