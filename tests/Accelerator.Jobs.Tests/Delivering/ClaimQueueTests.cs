using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>
/// A claimed file is held until its run ends. Two files must not share one target, and a file does not conflict with itself.
/// </summary>
public sealed class ClaimQueueTests : LedgerContract
{
    private readonly List<JobEvent> _events = [];
    private ClaimQueue? _queue;

    private ClaimQueue Queue => _queue ??= new ClaimQueue(Server, new WakeSignal(), new JobTools
    {
        Ledger = Ledger,
        Node = "n1",
        Incarnation = "a",
        Login = (_, _) => Task.FromResult(FtpCredential.Anonymous),
        Events = new DirectProgress<JobEvent>(_events.Add),
        Time = Time,
    });

    /// <summary>
    /// A run that ends returns a file to the ledger and then releases its target. In between, the same node may claim the file again.
    /// </summary>
    [Fact]
    public async Task A_file_that_is_claimed_again_before_its_place_is_free_waits_and_is_not_put_aside()
    {
        var claim = await ClaimedAsync();
        Assert.True(await Queue.TryHoldAsync(At(claim, "/data/one"), None));
        await Ledger.Claims.ReturnAsync(claim, Time.GetUtcNow(), null, null, isCharged: false, None);

        var again = Assert.Single(await ClaimAsync());
        Assert.False(await Queue.TryHoldAsync(At(again, "/data/one"), None));
        Assert.Equal(FileState.Queued, await StateAsync(again));
        Assert.Empty(_events);

        Queue.Held.Remove("/data/one");
        Time.Advance(TimeSpan.FromSeconds(5));
        Assert.True(await Queue.TryHoldAsync(At(Assert.Single(await ClaimAsync()), "/data/one"), None));
    }

    [Fact]
    public async Task A_second_file_for_an_occupied_name_is_quarantined_with_advice()
    {
        Assert.True(await Queue.TryHoldAsync(At(await ClaimedAsync("one"), "/data/one"), None));
        var other = await ClaimedAsync("other");
        Assert.False(await Queue.TryHoldAsync(At(other, "/data/one"), None));
        Assert.Equal(FileState.Quarantined, await StateAsync(other));
        var refused = Assert.IsType<JobEvent.Refused>(Assert.Single(_events));
        Assert.Contains("/data/one is the target of two files at the same time. Give the jobs different targets", refused.Message);
    }

    /// <summary>Files that stay held are never queued again, because the leases of all held files are renewed.</summary>
    [Fact]
    public async Task Files_that_are_claimed_before_the_ledger_fails_are_given_back()
    {
        await QueueAsync(await FolderAsync(), "one", "two");
        var prepared = 0;
        Task<bool> PrepareAsync(HeldClaim held, CancellationToken cancellationToken) =>
            ++prepared == 2 ? throw new LedgerException("It does not answer.", isTransient: true) : Task.FromResult(true);

        await Assert.ThrowsAsync<LedgerException>(() => Queue.TakeAsync([Job], [], new ClaimWindow(4, 1000, 1), Hold, PrepareAsync, None));
        Assert.Empty(Queue.Held.All);
        Assert.Equal(2, (await ClaimAsync(most: 4)).Count);
    }

    [Fact]
    public async Task A_window_ends_with_its_bytes_and_a_file_that_is_settled_holds_no_place()
    {
        await QueueAsync(await FolderAsync(), "one", "two", "three");
        // Each file has 10 bytes.
        var window = new ClaimWindow(4, 11, AtOnce: 1);
        Assert.Equal(2, (await Queue.TakeAsync([Job], [], window, Hold, (_, _) => Task.FromResult(true), None)).Count);
        Assert.Equal(2, Queue.Held.Count);
        Assert.Empty(await Queue.TakeAsync([Job], [], window, Hold, (_, _) => Task.FromResult(false), None));
        Assert.Equal(2, Queue.Held.Count);
    }

    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());

    private static HeldClaim Hold(Claim claim) => At(claim, $"/data/{claim.Name}");

    private static readonly JobDefinition Definition =
        JobFileReader.Read("""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "passes": { "server": "s", "folders": [ "/a" ], "target": "/target" } } }"""u8, _ => { }).File!.Jobs[0];

    private static HeldClaim At(Claim claim, string path) => new(claim, Definition, path, 0);
}
