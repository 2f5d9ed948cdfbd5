using Xunit.Sdk;

namespace Accelerator.Tuning.Tests.Running;

/// <summary>For any computer, any profile and any fault, the previous values are restored.</summary>
public sealed class TuningPropertyTests
{
    private static readonly StoreFault[] Faults = Enum.GetValues<StoreFault>();

    [Theory]
    [InlineData(HostPlatform.Windows)]
    [InlineData(HostPlatform.Linux)]
    public Task After_apply_only_unreadable_settings_remain_to_change_and_rollback_restores_everything(HostPlatform platform) => ForAnyAsync(platform, async (tuning, journals) =>
    {
        var before = Values(tuning);
        Assert.True((await ApplyAsync(tuning, journals)).IsDone);
        Assert.All((await PlanAsync(tuning)).Steps, step => Assert.IsType<SettingPlace.Unread>(step.Target.Setting.Place));
        Assert.True((await RollBackAsync(tuning, journals, force: false)).IsDone);
        Assert.Equal(before, Values(tuning));
        Assert.False(Assert.Single(journals.Load()).IsInForce);
    });

    [Theory]
    [InlineData(HostPlatform.Windows)]
    [InlineData(HostPlatform.Linux)]
    public Task A_fault_anywhere_leaves_everything_as_it_was(HostPlatform platform) => ForAnyAsync(platform, async (tuning, journals) =>
    {
        var before = Values(tuning);
        (tuning.Store.Fault, tuning.Store.FaultAt) = (Faults[tuning.Pick(Faults.Length) - 1], tuning.Pick(40));
        await ApplyAsync(tuning, journals);
        // The fault may occur during the rollback; it does not occur a second time.
        for (var i = 0; i < 2; i++)
        {
            tuning.Store.Power.IsOff = false;
            await RollBackAsync(tuning, journals, force: true);
        }
        Assert.Equal(before, Values(tuning));
        Assert.False(Assert.Single(journals.Load()).IsInForce);
    });

    private static async Task ForAnyAsync(HostPlatform platform, Func<AnyTuning, MemoryJournalStore, Task> check)
    {
        for (var seed = 0; seed < 500; seed++)
        {
            try
            {
                var tuning = new AnyTuning(seed, platform);
                await check(tuning, new MemoryJournalStore { Power = tuning.Store.Power });
            }
            catch (XunitException e)
            {
                throw new XunitException($"With seed {seed}: {e.Message}", e);
            }
        }
    }

    private static async Task<TuningPlan> PlanAsync(AnyTuning tuning) => TuningPlanner.Make(tuning.Profile, await HostReader.ReadAsync(tuning.Host, tuning.Store, CancellationToken.None));

    private static async Task<TuningOutcome> ApplyAsync(AnyTuning tuning, MemoryJournalStore journals) =>
        await new TuningRunner(tuning.Store, journals, "here", TimeProvider.System).ApplyAsync(await PlanAsync(tuning), isOnTrial: false, CancellationToken.None);

    private static Task<TuningOutcome> RollBackAsync(AnyTuning tuning, MemoryJournalStore journals, bool force) =>
        new TuningRunner(tuning.Store, journals, "here", TimeProvider.System).RollBackAsync(Assert.Single(journals.Load()), tuning.Host, force);

    // Settings that cannot be read are excluded from the comparison.
    private static List<string> Values(AnyTuning tuning) =>
    [
        .. tuning.Store.Values
            .Where(value => value.Value is not null && SettingCatalogue.Find(value.Key.Split('@')[0])!.Place is not SettingPlace.Unread)
            .Select(value => $"{value.Key}={value.Value}")
            .Order(StringComparer.Ordinal),
    ];
}
