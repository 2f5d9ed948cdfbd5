using Accelerator.Gateway.Tests.ReadAhead;

namespace Accelerator.Gateway.Tests.Files;

/// <summary>
/// The round trips between a client's RETR and its first byte. A direct client waits for the replies to EPSV and RETR; the gateway answers
/// EPSV itself.
/// </summary>
public sealed class RoundTripTests
{
    private const int Large = (6 << 20) + 17;

    // The first session fetches the first byte however busy the machine is: the others are greeted later.
    private static readonly LoopbackOptions Slow = new()
    {
        Shaping = new() { BytesPerSecond = 4 << 20, ReplyLatency = TimeSpan.FromMilliseconds(20) },
        Faults = FaultPlan.Of(Fault.OnConnection().FromConnection(2).BannerAfter(TimeSpan.FromSeconds(10))),
    };

    [Theory]
    [InlineData(false, Large, "SIZE MDTM FEAT, EPSV, RETR")]
    [InlineData(true, Large, "EPSV, RETR")]
    [InlineData(false, 300_000, "SIZE MDTM FEAT, EPSV, RETR")]
    [InlineData(true, 300_000, "EPSV, RETR")]
    public async Task A_cold_RETR_costs_at_most_one_round_trip_more_than_a_direct_one(bool asksSize, int length, string expected)
    {
        await using var gateway = GatewayFixture.Start(Slow, settings => settings with { ReadAhead = SmallFiles.Patient });
        gateway.Add("/f", length);
        var client = await gateway.LoginAsync();
        if (asksSize) await client.AskAsync("SIZE /f", "213");
        var before = gateway.Server.Log.CommandsOf(1).Count;

        await client.TransferAsync("RETR /f");

        // The session of the client's login fetches the first byte.
        Assert.Equal(1, gateway.Server.Log.Retrievals.First(retrieval => retrieval.Offset == 0).Connection);
        var sent = gateway.Server.Log.CommandsOf(1).Skip(before).Select(line => line.Split(' ')[0]).ToList();
        var groups = expected.Split(", ");
        Assert.Equal(groups.SelectMany(group => group.Split(' ')), sent.Take(sent.IndexOf("RETR") + 1));
        // Commands that are sent together cost one round trip; EPSV and RETR are the direct client's.
        Assert.InRange(groups.Length - 2, 0, 1);
    }
}
