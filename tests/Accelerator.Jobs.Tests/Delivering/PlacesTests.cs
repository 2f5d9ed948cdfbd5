using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>Two files may not have one place, and a file is no rival of itself.</summary>
public sealed class PlacesTests : LedgerContract
{
    private readonly List<JobEvent> _events = [];
    private readonly HeldClaims _held = new();

    private Places Places => new(_held, new JobTools
    {
        Ledger = Ledger, Node = "n1", Incarnation = "a", Login = (_, _) => Task.FromResult(FtpCredential.Anonymous), Events = new DirectProgress<JobEvent>(_events.Add), Time = Time,
    });

    /// <summary>A run that ends returns a file to the ledger and then gives up its place. In between the same node may claim it again.</summary>
    [Fact]
    public async Task A_file_that_is_claimed_again_before_its_place_is_free_waits_and_is_not_put_aside()
    {
        var claim = await ClaimedAsync();
        Assert.True(await Places.TakeAsync(At(claim, "/data/one"), None));
        await Ledger.Claims.ReturnAsync(claim, Time.GetUtcNow(), null, null, isCharged: false, None);

        var again = Assert.Single(await ClaimAsync());
        Assert.False(await Places.TakeAsync(At(again, "/data/one"), None));
        Assert.Equal(FileState.Queued, await StateAsync(again));
        Assert.Empty(_events);

        _held.Remove("/data/one");
        Time.Advance(TimeSpan.FromSeconds(5));
        Assert.True(await Places.TakeAsync(At(Assert.Single(await ClaimAsync()), "/data/one"), None));
    }

    [Fact]
    public async Task A_second_file_for_a_place_that_is_taken_is_put_aside_with_what_to_do()
    {
        Assert.True(await Places.TakeAsync(At(await ClaimedAsync("one"), "/data/one"), None));
        var other = await ClaimedAsync("other");
        Assert.False(await Places.TakeAsync(At(other, "/data/one"), None));
        Assert.Equal(FileState.Quarantined, await StateAsync(other));
        var refused = Assert.IsType<JobEvent.Refused>(Assert.Single(_events));
        Assert.Contains("/data/one is the target of two files at once. Give the jobs different targets", refused.Message);
    }

    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());

    private static HeldClaim At(Claim claim, string path) => new(claim, null!, path, 0);
}
