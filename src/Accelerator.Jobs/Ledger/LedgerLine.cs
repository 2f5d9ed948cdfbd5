using System.Data.Common;

namespace Accelerator.Jobs.Ledger;

/// <summary>A leased connection.</summary>
/// <param name="connection">An open connection.</param>
/// <param name="prepared">The statements prepared on this connection; null if its driver does that, or if it is used once.</param>
/// <param name="giveBack">Ends the lease, given <see cref="IsBroken"/>; null to close the connection.</param>
internal sealed class LedgerLine(
    DbConnection connection, Dictionary<string, DbCommand>? prepared, Func<bool, ValueTask>? giveBack) : IAsyncDisposable
{
    // Texts differ only by the number of jobs in a claim, so there are a few dozen.
    private const int MostPrepared = 100;

    public DbConnection Connection => connection;

    /// <summary>Whether a transaction could not be begun or rolled back, so that the connection must not be used again.</summary>
    public bool IsBroken { get; set; }

    /// <summary>Returns a command with this text, and whether it stays with the connection.</summary>
    public (DbCommand Command, bool IsKept) Command(string sql)
    {
        if (prepared is not null && prepared.TryGetValue(sql, out var kept)) return (kept, true);
        var command = connection.CreateCommand();
        command.CommandText = sql;
        if (prepared is null || prepared.Count >= MostPrepared) return (command, false);
        prepared.Add(sql, command);
        return (command, true);
    }

    public ValueTask DisposeAsync() => giveBack is null ? connection.DisposeAsync() : giveBack(IsBroken);
}
