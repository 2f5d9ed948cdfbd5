namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>An empty location for a ledger, owned by one test.</summary>
public abstract class LedgerPlace : IAsyncDisposable
{
    /// <summary>Returns a new handle to the database for each call.</summary>
    public abstract LedgerDatabase Database(bool isReadOnly = false);

    /// <summary>Executes SQL outside the ledger.</summary>
    public abstract Task ExecuteAsync(string sql);

    /// <summary>Drops all tables, as if the ledger had never been opened.</summary>
    public async Task EmptyAsync()
    {
        foreach (var table in (string[])["effect", "delivery", "file", "folder", "slot", "want", "budget", "node", "paused", "expecting", "outage", "alert", "meta"]) await ExecuteAsync($"DROP TABLE {table}");
    }

    public abstract ValueTask DisposeAsync();
}
