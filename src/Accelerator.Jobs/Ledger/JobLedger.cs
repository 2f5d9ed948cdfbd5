namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The durable record of a service: what was seen, what is to be fetched, and what was delivered. docs/ledger.md describes its content and
/// links to the reasons. Safe for concurrent use.
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
        Alerts = new AlertLedger(store);
        Slots = new SlotLedger(store);
        Nodes = new NodeLedger(store);
        Products = new ProductLedger(store);
        Report = new LedgerReport(store);
        Search = new LedgerSearch(store);
        Upkeep = new LedgerUpkeep(store);
        Paths = new PathLedger(store);
    }

    /// <summary>The ledger's own name, created with its tables: events of another ledger have another.</summary>
    public string Name { get; }

    /// <summary>Whether other nodes may use the ledger too.</summary>
    public bool IsShared => _database.IsShared;

    /// <summary>The results of polls.</summary>
    public FolderLedger Folders { get; }

    /// <summary>The files that are being fetched, with their holders.</summary>
    public ClaimLedger Claims { get; }

    /// <summary>The effects of deliveries.</summary>
    public EffectLedger Effects { get; }

    /// <summary>The failures that operators are alerted of.</summary>
    public AlertLedger Alerts { get; }

    /// <summary>Sessions of servers, shared by all nodes.</summary>
    public SlotLedger Slots { get; }

    public NodeLedger Nodes { get; }

    /// <summary>The data about expected products.</summary>
    public ProductLedger Products { get; }

    /// <summary>Read-only queries.</summary>
    public LedgerReport Report { get; }

    /// <summary>Read-only queries for single files of a job.</summary>
    public LedgerSearch Search { get; }

    /// <summary>The operations of operators and of the service's housekeeping.</summary>
    public LedgerUpkeep Upkeep { get; }

    /// <summary>Measurements of the network paths to servers.</summary>
    public PathLedger Paths { get; }

    /// <summary>Opens a ledger; creates its tables if there are none, unless it is read-only.</summary>
    /// <param name="database">The database. The ledger owns it from here on, even if this fails.</param>
    /// <param name="time">The service's clock. Leases are by the database's.</param>
    /// <exception cref="LedgerException">The ledger cannot be opened, is damaged, or was written by a newer program.</exception>
    public static async Task<JobLedger> OpenAsync(LedgerDatabase database, TimeProvider time, CancellationToken cancellationToken)
    {
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

    /// <summary>Closes the database; its file can be deleted then.</summary>
    public ValueTask DisposeAsync() => _database.DisposeAsync();
}
