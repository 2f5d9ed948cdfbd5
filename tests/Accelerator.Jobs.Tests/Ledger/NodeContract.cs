namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The nodes that share a ledger.</summary>
public abstract class NodeContract : LedgerContract
{
    [LedgerFact]
    public async Task A_heartbeat_registers_the_node_and_returns_its_clock_offset()
    {
        var clock = (await BeatAsync("n1", "a")).Clock;
        await BeatAsync("n0", "x", sessions: 3);
        Time.Advance(TimeSpan.FromDays(1));
        Assert.InRange((clock - (await BeatAsync("n1", "a", jobs: "new")).Clock).TotalHours, 23, 25);
        var nodes = await Ledger.Nodes.ListAsync(None);
        Assert.Equal([("n0", "x", "old", 3), ("n1", "a", "new", 0)], nodes.Select(node => (node.Node, node.Incarnation, node.Jobs, node.Sessions)));
        Assert.All(nodes, node => Assert.InRange(node.Age, TimeSpan.Zero, Enduring));
        Assert.InRange(nodes[1].LastBeat - Time.GetUtcNow() - (clock - TimeSpan.FromDays(1)), -Enduring, Enduring);
    }

    [LedgerFact]
    public async Task A_name_is_one_node_s_until_it_has_been_silent_or_starts_again()
    {
        Assert.False((await BeatAsync("n1", "home1.a")).IsRefused);
        Assert.True((await BeatAsync("n1", "home2.b")).IsRefused);
        Assert.True((await BeatAsync("n1", "home2.b", home: "home2.")).IsRefused);
        Assert.Equal("home1.a", Assert.Single(await Ledger.Nodes.ListAsync(None)).Incarnation);
        // The next start of the same node, from the same folder, is accepted; from then on the first incarnation is refused.
        Assert.False((await BeatAsync("n1", "home1.c", home: "home1.")).IsRefused);
        Assert.True((await BeatAsync("n1", "home1.a")).IsRefused);
        Assert.False((await BeatAsync("n1", "home2.b", silence: Over)).IsRefused);
        Assert.True((await BeatAsync("n1", "home1.c")).IsRefused);
    }

    [LedgerFact]
    public async Task The_job_file_activated_last_applies_and_that_of_a_joining_node_does_not()
    {
        Assert.Equal("n1", (await BeatAsync("n1", "a", jobs: "1")).Rules!.Node);
        Assert.Equal("1", (await BeatAsync("n2", "b", jobs: "1")).Rules!.Jobs);
        Assert.Equal("2", (await BeatAsync("n2", "b", jobs: "2")).Rules!.Jobs);
        Assert.Equal("2", (await BeatAsync("n1", "a", jobs: "1")).Rules!.Jobs);
        Assert.Equal("2", (await BeatAsync("n3", "c", jobs: "3")).Rules!.Jobs);
        // A start with the same file does not change the file's age, and the file of a node that is gone is no longer in force.
        Assert.Equal("2", (await BeatAsync("n1", "a2", jobs: "1", home: "a")).Rules!.Jobs);
        Assert.Null((await BeatAsync("n1", "a2", jobs: "1", silence: Over)).Rules);
        Assert.Equal("1", (await BeatAsync("n2", "b", jobs: "1")).Rules!.Jobs);
    }

    /// <summary>A file that was never changed is that of the node that joined first, whatever the nodes are called.</summary>
    [LedgerFact]
    public async Task The_job_file_of_a_joining_node_does_not_apply_even_if_no_node_has_changed_its_own()
    {
        await BeatAsync("n2", "b", jobs: "today's");
        Assert.Equal("today's", (await BeatAsync("n1", "a", jobs: "yesterday's")).Rules!.Jobs);
        Assert.Equal("today's", (await BeatAsync("n0", "c", jobs: "last week's")).Rules!.Jobs);
        Assert.Equal("today's", (await BeatAsync("n2", "b2", jobs: "today's", home: "b")).Rules!.Jobs);
        await Ledger.Nodes.WithdrawAsync("n2", "b2", None);
        Assert.Equal("yesterday's", (await BeatAsync("n0", "c", jobs: "last week's")).Rules!.Jobs);
        Assert.Equal("last month's", (await BeatAsync("n0", "c", jobs: "last month's")).Rules!.Jobs);
    }

    private Task<NodeAnswer> BeatAsync(string node, string incarnation, string jobs = "old", string? home = null, int sessions = 0, TimeSpan? silence = null) =>
        Ledger.Nodes.BeatAsync(new NodeReport(node, incarnation, "1.0", jobs, sessions), home, silence ?? Enduring, None);
}
