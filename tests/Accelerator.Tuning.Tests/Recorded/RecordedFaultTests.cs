namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>A CIM source that does not answer as it should: an unknown value is neither guessed nor changed, and all others are.</summary>
public sealed class RecordedFaultTests
{
    private const string Tcp = "MSFT_NetTCPSetting";
    private const string Offload = "MSFT_NetOffloadGlobalSetting";

    private readonly RecordedComputer _computer = new RecordedComputer("server-2022.ko.json").Worn();

    [Theory]
    [InlineData("Invalid namespace")]
    [InlineData("Access denied")]
    public async Task Without_CIM_the_stack_is_unknown_and_adapters_are_tuned_all_the_same(string fault)
    {
        _computer.Cim.Fault = fault;
        var plan = await PlanAsync();
        Assert.DoesNotContain(plan.Steps, step => step.Target.Setting.Place is SettingPlace.Cim);
        Assert.Contains($"tcp.autotuning: it could not be read (CIM does not answer for {Tcp}: {fault})", plan.Reasons());
        Assert.Contains($"tcp.rss: it could not be read (CIM does not answer for {Offload}: {fault})", plan.Reasons());
        Assert.Contains("nic.receive-buffers@0001: 512 -> 4096", plan.Changes());
        Assert.Contains("power.plan: balanced -> high-performance", plan.Changes());
    }

    [Fact]
    public async Task A_class_or_a_property_that_is_missing_makes_only_its_own_unknown()
    {
        _computer.Classes.Remove(Offload);
        _computer.Internet.Remove("ForceWS");
        var plan = await PlanAsync();
        Assert.Contains($"tcp.rss: it could not be read (CIM does not answer for {Offload}: Invalid class)", plan.Reasons());
        Assert.Contains("tcp.force-window-scaling: it is not there", plan.Reasons());
        Assert.Contains("tcp.autotuning: highlyrestricted -> normal", plan.Changes());
    }

    [Theory]
    [InlineData(Tcp, "tcp.autotuning")]
    [InlineData(Offload, "tcp.rss")]
    public async Task Values_of_a_class_without_rows_are_missing(string type, string id)
    {
        _computer.Classes[type].Clear();
        var plan = await PlanAsync();
        Assert.Contains($"{id}: it is not there", plan.Reasons());
        Assert.DoesNotContain(plan.Steps, step => step.Target.ToString() == id);
    }

    /// <summary>The row of that name only tells which of the others applies: its properties have no values.</summary>
    [Fact]
    public async Task The_automatic_row_is_not_taken_for_the_one_of_connections_to_elsewhere()
    {
        Assert.Equal("Automatic", _computer.Classes[Tcp][0]["SettingName"]);
        Assert.Equal(["PolicyRuleName", "SettingName"], _computer.Classes[Tcp][0].Keys);
        _computer.Classes[Tcp].Remove(_computer.Internet);
        Assert.Contains("tcp.autotuning: it is not there", (await PlanAsync()).Reasons());
    }

    [Theory]
    [InlineData("AutoTuningLevelLocal", "tcp.autotuning")]
    [InlineData("CongestionProvider", "tcp.provider")]
    public async Task An_unknown_code_is_shown_and_left_unchanged(string property, string id)
    {
        _computer.Internet[property] = "7";
        Assert.Equal("code 7", (await _computer.ReadAsync()).Readings[id].ToString());
        var plan = await PlanAsync();
        Assert.Contains($"{id}: its present value (code 7) could not be restored", plan.Reasons());
        Assert.DoesNotContain(plan.Steps, step => step.Target.ToString() == id);
    }

    [Fact]
    public async Task Where_a_group_policy_decides_nothing_is_written()
    {
        _computer.Internet["AutoTuningLevelEffective"] = "1";
        Assert.IsType<SettingReading.ByPolicy>((await _computer.ReadAsync()).Readings["tcp.autotuning"]);
        var plan = await PlanAsync();
        Assert.Contains("tcp.autotuning: a group policy decides (gpresult /h FILE shows which)", plan.Reasons());
        await _computer.ApplyAsync(plan);
        Assert.DoesNotContain(_computer.Netsh.Commands, command => command.Contains("autotuninglevel"));
    }

    private Task<TuningPlan> PlanAsync() => _computer.PlanAsync(ProfileCatalogue.Read("dtn-wan-10g"));
}
