namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>An empty place for a ledger, of a test's own.</summary>
public abstract class LedgerPlace : IAsyncDisposable
{
    /// <summary>The place, to be opened: once more for each call.</summary>
    public abstract LedgerDatabase Database(bool isReadOnly = false);

    /// <summary>Does something by hand.</summary>
    public abstract Task ExecuteAsync(string sql);

    /// <summary>Takes all tables away, as if nobody had ever opened the ledger.</summary>
    public async Task EmptyAsync()
    {
        foreach (var table in (string[])["effect", "delivery", "file", "folder", "slot", "want", "budget", "node", "paused", "meta"]) await ExecuteAsync($"DROP TABLE {table}");
    }

    public abstract ValueTask DisposeAsync();
}
