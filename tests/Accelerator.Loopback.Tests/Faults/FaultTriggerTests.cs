using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class FaultTriggerTests
{
    [Fact]
    public async Task A_trigger_selects_the_specified_occurrences()
    {
        Assert.Equal("..x......", await HitsAsync(Fault.OnCommand("NOOP").Nth(3)));
        Assert.Equal("xxx......", await HitsAsync(Fault.OnCommand("NOOP").First(3)));
        Assert.Equal("....xxxxx", await HitsAsync(Fault.OnCommand("NOOP").From(5)));
        Assert.Equal("x...x...x", await HitsAsync(Fault.OnCommand("noop").Every(4)));
        Assert.Equal(".x.x.x...", await HitsAsync(Fault.OnCommand("NOOP").From(2).Every(2).Times(3)));
        Assert.Equal("xxxxxxxxx", await HitsAsync(Fault.OnCommand("NOOP").FromConnection(1)));
        Assert.Equal(".........", await HitsAsync(Fault.OnCommand("NOOP").OnConnection(2)));
        Assert.Equal(".........", await HitsAsync(Fault.OnCommand("SYST")));
    }

    [Fact]
    public async Task A_probability_gives_the_same_series_for_the_same_seed()
    {
        var one = await HitsAsync(Fault.OnCommand("NOOP").WithProbability(0.5, seed: 1));
        Assert.Equal(one, await HitsAsync(Fault.OnCommand("NOOP").WithProbability(0.5, seed: 1)));
        Assert.NotEqual(one, await HitsAsync(Fault.OnCommand("NOOP").WithProbability(0.5, seed: 2)));
        Assert.Equal(".........", await HitsAsync(Fault.OnCommand("NOOP").WithProbability(0, seed: 1)));
        Assert.Equal("xxxxxxxxx", await HitsAsync(Fault.OnCommand("NOOP").WithProbability(1, seed: 1)));
    }

    /// <summary>If two faults set the same property, the later one wins.</summary>
    [Fact]
    public async Task Faults_can_be_added_and_ended_while_the_server_runs()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("PWD").Reply("550 One."), Fault.OnCommand("PWD").Reply("550 Two."));
        Assert.Equal("550 Two.", await it.Client.AskAsync("PWD"));
        it.Server.Inject(Fault.OnCommand("NOOP").Nth(2).Reply("500 Twice?"));
        await it.Client.AskAllAsync(("NOOP", "200"), ("NOOP", "500"));
        it.Server.ClearFaults();
        await it.Client.AskAsync("PWD", "257");
    }

    private static async Task<string> HitsAsync(CommandTrigger trigger)
    {
        await using var it = await LoopbackFixture.OpenAsync(trigger.Reply("500 Hit."));
        var hits = "";
        for (var i = 0; i < 9; i++) hits += (await it.Client.AskAsync("NOOP")).StartsWith("500", StringComparison.Ordinal) ? 'x' : '.';
        Assert.Equal(hits.Count(c => c == 'x'), it.Log.Faults.Count);
        return hits;
    }
}
