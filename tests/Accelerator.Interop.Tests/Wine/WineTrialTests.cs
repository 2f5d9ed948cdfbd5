namespace Accelerator.Interop.Tests.Wine;

/// <summary>Tunings on trial, with a task of a real scheduler. CIM restarts no adapter under Wine: that must not leave anything changed.</summary>
[Collection(WineTuningGroup.Name)]
public sealed class WineTrialTests(WineTuningFixture wine)
{
    [ServerFact("wine")]
    public async Task An_adapter_that_is_not_restarted_has_everything_set_back_and_no_timer_is_left()
    {
        using var deadline = HangGuard.Start();
        using var folder = new TempFolder();
        await wine.SeedAsync(folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), deadline.Token);
        var before = await wine.QueryAsync(folder, WineTuningSeed.Class, deadline.Token);

        var apply = await wine.TuneAsync(folder, ["apply", "dtn-wan-10g", "--yes", "--json", "--restart-adapters"], deadline.Token);
        Assert.Equal(1, apply.ExitCode);
        Assert.Contains("ftpx: Some 10 Gbit/s adapter could not be restarted: CIM does not answer for MSFT_NetAdapter", apply.Error);
        Assert.EndsWith("ftpx: What was changed is set back.\r\n", apply.Error);
        Assert.Equal(before, await wine.QueryAsync(folder, WineTuningSeed.Class, deadline.Token));
        Assert.Empty(wine.Tasks);
        Assert.False(Assert.Single(FtpxProgram.Lines(await wine.TuneAsync(folder, ["history", "--json"], deadline.Token), "tune_journal")).GetProperty("in_force").GetBoolean());
    }

    [ServerFact("wine")]
    public async Task A_tuning_on_trial_has_a_task_until_it_is_confirmed()
    {
        using var deadline = HangGuard.Start();
        using var folder = new TempFolder();
        await wine.SeedAsync(folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), deadline.Token);

        var apply = await wine.TuneAsync(folder, ["apply", "dtn-wan-10g", "--yes", "--json", "--confirm-within", "60"], deadline.Token);
        Assert.True(apply.ExitCode == 0, apply.Output + apply.Error);
        var id = Assert.Single(FtpxProgram.Lines(apply, "tune_result")).GetProperty("id").GetString();
        Assert.Equal([$"Accelerator {id}"], wine.Tasks);

        var confirm = await wine.TuneAsync(folder, ["confirm"], deadline.Token);
        Assert.True(confirm.ExitCode == 0, confirm.Output + confirm.Error);
        Assert.Empty(wine.Tasks);
        // As the task would call it.
        var rollback = await wine.TuneAsync(folder, ["rollback", id!, "--yes", "--restart-adapters", "--unless-confirmed"], deadline.Token);
        Assert.Equal((0, $"{id} was confirmed: it is kept.\r\n"), (rollback.ExitCode, rollback.Output));
        Assert.Contains("*ReceiveBuffers    REG_SZ    4096", await wine.QueryAsync(folder, WineTuningSeed.Nic, deadline.Token));
    }
}
