namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>
/// What a ledger promises, whichever database keeps it. The classes derived from this one are the contract; each is run over SQLite here and over PostgreSQL in the group postgresql,
/// which takes these files by a link.
/// </summary>
public abstract class LedgerContract : IAsyncLifetime
{
    protected const string Job = "passes";
    protected const string Server = "svalbard";
    protected const string Owner = "n1/a";
    protected const string Other = "n2/b";

    /// <summary>Longer than any test takes.</summary>
    protected static readonly TimeSpan Enduring = TimeSpan.FromHours(1);

    /// <summary>A lease of this length has run out when it is given.</summary>
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

    /// <summary>The same ledger once more, as another node or process opens it.</summary>
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

    /// <summary>Puts new files into the queue, in this order.</summary>
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

    /// <summary>A new file of its own, claimed.</summary>
    protected async Task<Claim> ClaimedAsync(string name = "one", TimeSpan? lease = null)
    {
        await QueueAsync(await FolderAsync(), name);
        return Assert.Single(await ClaimAsync(lease: lease));
    }

    protected static VerifiedFile Proven(string name = "one") => new($"/data/{name}", $"/data/{name}.part", 11, "20261120180000", "sha-256", "ab12", "dev:7 inode:9");

    /// <summary>A new file of its own, claimed and about to be renamed.</summary>
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
