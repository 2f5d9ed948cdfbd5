namespace Accelerator.Interop.Tests.Wine;

/// <summary>Tunings on trial, with a task of a real scheduler. CIM restarts no adapter under Wine: that must not leave anything changed.</summary>
[Collection(WineTuningGroup.Name)]
public sealed class WineTrialTests(WineTuningFixture wine) : RealTests
{
    [ServerFact("wine")]
    public async Task An_adapter_that_is_not_restarted_has_everything_set_back_and_no_timer_is_left()
    {
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), Token);
        var before = await wine.QueryAsync(Folder, WineTuningSeed.Class, Token);

        var apply = (await wine.TuneAsync(Folder, ["apply", "dtn-wan-10g", "--yes", "--json", "--restart-adapters"], Token)).Expect(1);
        Assert.Contains("ftpx: error: Some 10 Gbit/s adapter could not be restarted: CIM does not answer for MSFT_NetAdapter", apply.Error);
        Assert.EndsWith("ftpx: error: The changes were rolled back.\r\n", apply.Error);
        Assert.Equal(before, await wine.QueryAsync(Folder, WineTuningSeed.Class, Token));
        Assert.Empty(wine.Tasks);
        Assert.False(Assert.Single(FtpxProgram.Lines(await wine.TuneAsync(Folder, ["history", "--json"], Token), "tune_journal")).GetProperty("in_force").GetBoolean());
    }

    [ServerFact("wine")]
    public async Task A_tuning_on_trial_has_a_task_until_it_is_confirmed()
    {
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), Token);

        var apply = (await wine.TuneAsync(Folder, ["apply", "dtn-wan-10g", "--yes", "--json", "--confirm-within", "60"], Token)).Expect();
        var id = Assert.Single(FtpxProgram.Lines(apply, "tune_result")).GetProperty("id").GetString();
        Assert.Equal([$"Accelerator {id}"], wine.Tasks);

        (await wine.TuneAsync(Folder, ["confirm"], Token)).Expect();
        Assert.Empty(wine.Tasks);
        // As the task would call it.
        var rollback = await wine.TuneAsync(Folder, ["rollback", id!, "--yes", "--restart-adapters", "--unless-confirmed"], Token);
        Assert.Equal((0, $"{id} was confirmed and is kept.\r\n"), (rollback.ExitCode, rollback.Output));
        Assert.Contains("*ReceiveBuffers    REG_SZ    4096", await wine.QueryAsync(Folder, WineTuningSeed.Nic, Token));
    }
}
