namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>
/// The guarantees of a ledger, independent of the database. The classes derived from this one are the contract; each is run over SQLite
/// here and over PostgreSQL in the group postgresql, which links these files.
/// </summary>
public abstract class LedgerContract : IAsyncLifetime
{
    protected const string Job = "passes";
    protected const string Server = "svalbard";
    protected const string Owner = "n1/a";
    protected const string Other = "n2/b";

    /// <summary>A duration longer than any test.</summary>
    protected static readonly TimeSpan Enduring = TimeSpan.FromHours(1);

    /// <summary>The length of a lease that has expired as soon as it is granted.</summary>
    protected static readonly TimeSpan Over = TimeSpan.Zero;

    protected static readonly CancellationToken None = CancellationToken.None;

    private readonly List<JobLedger> _opened = [];

    protected FakeTime Time { get; } = new();

    protected const string Target = "/target";

    protected JobLedger Ledger { get; private set; } = null!;

    protected LedgerPlace Place { get; private set; } = null!;

    protected abstract Task<LedgerPlace> CreateAsync();

    public async Task InitializeAsync()
    {
        Place = await CreateAsync();
        Ledger = await OpenAsync();
    }

    public async Task DisposeAsync()
    {
        foreach (var ledger in _opened) await ledger.DisposeAsync();
        if (Place is not null) await Place.DisposeAsync();
    }

    /// <summary>Opens the same ledger again, as another node or process does.</summary>
    protected async Task<JobLedger> OpenAsync(bool isReadOnly = false)
    {
        var ledger = await JobLedger.OpenAsync(Place.Database(isReadOnly), Time, None);
        _opened.Add(ledger);
        return ledger;
    }

    protected async Task<long> FolderAsync(string job = Job, string path = "/a") => (await Ledger.Folders.OpenAsync(job, Server, path, Target, None)).Id;

    protected KnownFile Seen(string name, FileState state = FileState.Discovered, long size = 10) =>
        new() { Name = name, Size = size, Time = "20261120180000", State = state, Polls = 1, FirstSeen = Time.GetUtcNow(), Since = Time.GetUtcNow() };

    protected static FileChange New(KnownFile file, int priority = 100, long rank = 0) => new(null, file, priority, rank);

    /// <summary>Adds new files to the queue, in this order.</summary>
    protected async Task QueueAsync(long folder, params IEnumerable<string> names)
    {
        var changes = names.Select((name, i) => New(Seen(name, FileState.Queued), rank: i)).ToList();
        Assert.Equal(changes.Count, await Ledger.Folders.ApplyAsync(folder, changes, None));
    }

    protected async Task<KnownFile> FindAsync(long folder, string name) => Assert.Single(await AllAsync(folder), file => file.Name == name);

    protected async Task<List<KnownFile>> AllAsync(long folder)
    {
        var files = new List<KnownFile>();
        await foreach (var file in Ledger.Folders.ReadAsync(folder, None)) files.Add(file);
        return files;
    }

    protected async Task<FileState> StateAsync(Claim claim) => (await FindAsync(await FolderAsync(claim.Job, claim.Folder), claim.Name)).State;

    protected Task<IReadOnlyList<Claim>> ClaimAsync(int most = 1, string owner = Owner, TimeSpan? lease = null) => Ledger.Claims.ClaimAsync(Server, [Job], [], most, owner, lease ?? Enduring, None);

    /// <summary>Creates a new file and claims it.</summary>
    protected async Task<Claim> ClaimedAsync(string name = "one", TimeSpan? lease = null)
    {
        await QueueAsync(await FolderAsync(), name);
        return Assert.Single(await ClaimAsync(lease: lease));
    }

    protected static VerifiedFile Proven(string name = "one") => new($"/data/{name}", $"/data/{name}.part", 11, "20261120180000", "sha-256", "ab12", "dev:7 inode:9");

    /// <summary>Creates a new file, claims it and prepares its rename.</summary>
    protected async Task<Claim> VerifiedAsync(string name = "one", TimeSpan? lease = null)
    {
        var claim = await ClaimedAsync(name, lease);
        Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(claim, Proven(name), None));
        return claim;
    }

    protected Task<bool> PublishAsync(Claim claim, params IReadOnlyList<WantedEffect> effects) => Ledger.Claims.PublishedAsync(claim, new Publication(Time.GetUtcNow(), 12), effects, None);

    protected async Task<Claim> DeliveredAsync(string name = "one", params IReadOnlyList<WantedEffect> effects)
    {
        var claim = await VerifiedAsync(name);
        Assert.True(await PublishAsync(claim, effects));
        return claim;
    }
}
