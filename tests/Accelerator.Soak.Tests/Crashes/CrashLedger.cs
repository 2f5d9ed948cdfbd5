namespace Accelerator.Soak.Tests.Crashes;

/// <summary>The database that a killed service keeps its ledger in.</summary>
internal abstract class CrashLedger : IAsyncDisposable
{
    public abstract string Name { get; }

    /// <summary>The value of <c>ledger</c> in the job file.</summary>
    public abstract string Json { get; }

    /// <summary>Prepares the database for a service with this data folder.</summary>
    public abstract Task PrepareAsync(string data, CredentialVault vault);

    public abstract Task<DbConnection> OpenAsync();

    /// <summary>Opens a connection to the database as a kill has left it, without changing it.</summary>
    public abstract Task<DbConnection> OpenLeftAsync();

    /// <summary>Disturbs the database at some calls, as an outage would.</summary>
    /// <returns>The disturbance; null for none.</returns>
    public abstract Task<string?> DisturbAsync(Dice dice);

    /// <summary>Blocks all writes until the result is disposed of.</summary>
    public abstract Task<IAsyncDisposable> BreakAsync();

    public abstract ValueTask DisposeAsync();
}
