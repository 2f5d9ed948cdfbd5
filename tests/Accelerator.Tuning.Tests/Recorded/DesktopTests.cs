namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>The desktops with 10 Gbit/s of the recordings: one with an Intel X520, one with an Aquantia AQC107.</summary>
public sealed class DesktopTests
{
    private const string Intel = "windows-10-22h2-x520.en.json", Aquantia = "windows-10-22h2-aqc107.en.json";

    public static TheoryData<string, string> Plans => new()
    {
        {
            Intel,
            """
            nic.rss-queues@0001: 2 -> 8
            nic.rss-first-processor@0001: absent, so 0 -> 2
            nic.receive-buffers@0001: 512 -> 4096
            nic.transmit-buffers@0001: absent, so 512 -> 16384
            nic.flow-control@0001: disabled -> both
            nic.jumbo@0001: 1514 -> 9014
            power.plan: balanced -> high-performance
            """
        },
        {
            Aquantia,
            """
            nic.receive-buffers@0001: 512 -> 8184
            nic.transmit-buffers@0001: absent, so 2048 -> 8184
            nic.eee@0001: enabled -> disabled
            nic.jumbo@0001: 1514 -> 9014
            power.plan: balanced -> high-performance
            """
        },
    };

    [Theory]
    [InlineData(Intel)]
    [InlineData(Aquantia)]
    public void They_are_offered_the_profile_for_their_adapter(string file)
    {
        var host = new RecordedComputer(file).Host;
        Assert.Equal("desktop-10g", RoleChoice.Of(host, host.Adapters[0].Link!.BitsPerSecond, null).Profile);
    }

    [Theory]
    [MemberData(nameof(Plans))]
    public async Task The_plan_is_what_the_driver_takes(string file, string changes)
    {
        var computer = new RecordedComputer(file);
        Assert.Equal(changes.Split('\n').Order(StringComparer.Ordinal), (await PlanAsync(computer)).Changes().Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(Intel)]
    [InlineData(Aquantia)]
    public async Task A_refusal_of_any_step_leaves_everything_as_it_was(string file)
    {
        var steps = (await PlanAsync(new RecordedComputer(file).Worn())).Steps.Count;
        for (var step = 1; step <= steps; step++)
        {
            var computer = new RecordedComputer(file).Worn();
            var before = computer.State;
            computer.FaultAt = step;
            var outcome = await computer.ApplyAsync(await PlanAsync(computer));
            Assert.EndsWith("was refused.", Assert.Single(outcome.Problems), StringComparison.Ordinal);
            Assert.Equal(before, computer.State);
        }
    }

    [Theory]
    [InlineData(Intel)]
    [InlineData(Aquantia)]
    public async Task Rolled_back_everything_is_as_it_was(string file)
    {
        var computer = new RecordedComputer(file).Worn();
        var before = computer.State;
        var outcome = await computer.ApplyAsync(await PlanAsync(computer));
        Assert.Empty(outcome.Problems);
        Assert.NotEqual(before, computer.State);
        Assert.Empty((await computer.RollBackAsync(outcome.Journal)).Problems);
        Assert.Equal(before, computer.State);
    }

    private static async Task<TuningPlan> PlanAsync(RecordedComputer computer) =>
        TuningPlanner.Make(ProfileCatalogue.Read("desktop-10g+jumbo"), await computer.ReadAsync(), computer.Host.Adapters[0]);
}
