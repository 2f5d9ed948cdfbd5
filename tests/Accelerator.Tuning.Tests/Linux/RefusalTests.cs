namespace Accelerator.Tuning.Tests.Linux;

/// <summary>
/// The kernel, a driver or tc fails once below the stores, also between two parts of one step: everything is as before, and the journal
/// shows it. What has no namespace is tested here, the rest in Accelerator.Interop.Tests on a real kernel.
/// </summary>
public sealed class RefusalTests : IDisposable
{
    // asm-generic/errno.h
    private const int NotPermitted = 1, Busy = 16, Invalid = 22;

    private readonly LinuxComputer _computer = new();

    public void Dispose() => _computer.Dispose();

    [Theory]
    [InlineData(NotPermitted, false)]
    [InlineData(Busy, false)]
    [InlineData(Invalid, false)]
    // The driver rounds a value, or leaves it: only reading it back shows that.
    [InlineData(0, false)]
    // The link came up too late for an answer, with the new rings.
    [InlineData(Busy, true)]
    public async Task A_driver_that_fails_once_at_any_of_its_settings(int error, bool changesAnyway)
    {
        var plan = await PlanAsync("dtn-wan-10g");
        var before = _computer.State;
        string[] ids = [.. plan.Steps.Where(step => step.Target.Setting.Place is SettingPlace.Ethtool).Select(step => step.Target.Setting.Id)];
        Assert.Equal(["linux.gro", "linux.receive-ring", "linux.transmit-ring", "linux.queues"], ids);

        (_computer.Driver.Error, _computer.Driver.ChangesAnyway) = (error, changesAnyway);
        for (var i = 1; i <= ids.Length; i++)
        {
            _computer.Driver.FaultAt = _computer.Driver.Changes + i;
            await AssertUndoneAsync(plan, before, $"{ids[i - 1]}@eth0");
        }
    }

    /// <summary>The kernel takes each interrupt's processors by itself: those before the refusal are set.</summary>
    [Theory]
    [InlineData("one-core")]
    [InlineData("spread")]
    public async Task A_kernel_that_refuses_the_processors_of_one_interrupt_of_several(string processors)
    {
        if (!OperatingSystem.IsLinux()) return;
        // A file that root can read and not write, with a list of processors.
        const string file = "proc/irq/100/smp_affinity_list";
        File.Delete(Path.Combine(_computer.Root, file));
        File.CreateSymbolicLink(Path.Combine(_computer.Root, file), "/sys/devices/system/cpu/online");

        await AssertUndoneAsync(
            await _computer.PlanAsync(Profile(Want("linux.sack", "enabled"), Want("linux.irq-affinity", processors))), _computer.State, "linux.irq-affinity@eth0");
    }

    /// <summary>A discipline is deleted before another takes its place, and either may fail.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task A_queue_discipline_that_can_be_deleted_or_replaced_only(int command)
    {
        Assert.True((await _computer.ApplyAsync(await _computer.PlanAsync(Profile(Want("linux.qdisc", "fq maxrate 9500mbit"))))).IsDone);
        var before = _computer.State;

        _computer.Traffic.FaultAt = _computer.Traffic.Commands.Count + command;
        await AssertUndoneAsync(await _computer.PlanAsync(Profile(Want("linux.sack", "enabled"), Want("linux.qdisc", "fq"))), before, "linux.qdisc@eth0");
    }

    [Fact]
    public async Task A_rollback_that_fails_once_is_repeated_from_its_journal()
    {
        var before = _computer.State;
        var plan = await PlanAsync("dtn-wan-10g");
        Assert.True((await _computer.ApplyAsync(plan)).IsDone);

        (_computer.Driver.Error, _computer.Driver.FaultAt) = (Busy, _computer.Driver.Changes + 1);
        Assert.Contains("the driver of eth0 is busy", Assert.Single((await _computer.RollBackAsync(_computer.Journal)).Problems), StringComparison.Ordinal);
        Assert.True(_computer.Journal.IsInForce);

        Assert.Empty((await _computer.RollBackAsync(_computer.Journal)).Problems);
        Assert.Equal(before, _computer.State);
        Assert.False(_computer.Journal.IsInForce);
    }

    private async Task AssertUndoneAsync(TuningPlan plan, IReadOnlyList<string> before, string target)
    {
        var outcome = await _computer.ApplyAsync(plan);
        Assert.StartsWith(target, Assert.Single(outcome.Problems), StringComparison.Ordinal);
        Assert.Equal(before, _computer.State);
        Assert.False(_computer.Journal.IsInForce);
        var failed = _computer.Journal.Steps.ToList().FindIndex(step => step.Target == target);
        Assert.All(_computer.Journal.Steps.Take(failed + 1), step => Assert.Equal(StepState.Restored, step.State));
        Assert.All(_computer.Journal.Steps.Skip(failed + 1), step => Assert.Equal(StepState.Planned, step.State));
    }

    private async Task<TuningPlan> PlanAsync(string profile) => await _computer.PlanAsync(ProfileCatalogue.Read(profile), "eth0");
}
