namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The durable record of a service: what was seen, what is to be fetched, and what was delivered. docs/ledger.md says what stands in it,
/// and leads to why. May be used by many at once.
/// </summary>
public sealed class JobLedger : IAsyncDisposable
{
    private readonly LedgerDatabase _database;

    private JobLedger(LedgerStore store, string name)
    {
        _database = store.Database;
        Name = name;
        Folders = new FolderLedger(store);
        Claims = new ClaimLedger(store);
        Effects = new EffectLedger(store, name);
        Slots = new SlotLedger(store);
        Nodes = new NodeLedger(store);
        Report = new LedgerReport(store);
        Upkeep = new LedgerUpkeep(store);
    }

    /// <summary>This ledger's own name, made when its tables were: events of another ledger have another.</summary>
    public string Name { get; }

    /// <summary>Whether other nodes may work over it too.</summary>
    public bool IsShared => _database.IsShared;

    /// <summary>What looks have found.</summary>
    public FolderLedger Folders { get; }

    /// <summary>What is being fetched, and by whom.</summary>
    public ClaimLedger Claims { get; }

    /// <summary>What is to be done because files were delivered.</summary>
    public EffectLedger Effects { get; }

    /// <summary>Sessions of servers, shared by all nodes.</summary>
    public SlotLedger Slots { get; }

    /// <summary>The nodes.</summary>
    public NodeLedger Nodes { get; }

    /// <summary>Questions, which change nothing.</summary>
    public LedgerReport Report { get; }

    /// <summary>What operators and the service's housekeeping do.</summary>
    public LedgerUpkeep Upkeep { get; }

    /// <summary>Opens a ledger; makes its tables where there are none, unless it is only read.</summary>
    /// <param name="database">Belongs to the ledger from here on, also when this fails.</param>
    /// <param name="time">The service's clock. Leases are by the database's.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="LedgerException">It cannot be opened, is damaged, or was written by a newer program.</exception>
    public static async Task<JobLedger> OpenAsync(LedgerDatabase database, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        var store = new LedgerStore(database, time);
        try
        {
            return new JobLedger(store, await LedgerSchema.EnsureAsync(store, cancellationToken).ConfigureAwait(false));
        }
        catch
        {
            await database.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Lets go of the database; a file can be deleted then.</summary>
    public ValueTask DisposeAsync() => _database.DisposeAsync();
}
