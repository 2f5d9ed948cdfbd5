namespace Accelerator.Soak.Tests.Crashes;

/// <summary>The database that a killed service keeps its ledger in.</summary>
internal abstract class CrashLedger : IAsyncDisposable
{
    public abstract string Name { get; }

    /// <summary>What the job file says of it.</summary>
    public abstract string Json { get; }

    /// <summary>Makes it ready for a service with this data folder.</summary>
    public abstract Task PrepareAsync(string data, CredentialVault vault);

    public abstract Task<DbConnection> OpenAsync();

    /// <summary>A connection to what a kill has left, which it leaves as it is.</summary>
    public abstract Task<DbConnection> OpenLeftAsync();

    /// <summary>Now and then does to the database what a bad night does.</summary>
    /// <returns>What it did; null for nothing.</returns>
    public abstract Task<string?> DisturbAsync(Dice dice);

    /// <summary>Lets nobody write, until what it gives is disposed of.</summary>
    public abstract Task<IAsyncDisposable> BreakAsync();

    public abstract ValueTask DisposeAsync();
}
