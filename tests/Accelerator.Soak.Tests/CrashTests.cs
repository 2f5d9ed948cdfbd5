using Accelerator.Interop.Tests;
using Accelerator.Soak.Tests.Crashes;
using Xunit.Abstractions;

namespace Accelerator.Soak.Tests;

/// <summary>Kill -9 of the service at any point.</summary>
public sealed class CrashTests(ITestOutputHelper output)
{
    [ServerFact("inotify")]
    public Task A_service_that_is_killed_again_and_again_delivers_all_once_and_leaves_nothing() => RunAsync(new SqliteCrashLedger());

    [ServerFact("inotify", "postgres", "initdb", "pg_ctl")]
    public Task The_same_over_PostgreSQL_whose_sessions_and_server_are_killed_too() => RunAsync(new PostgresCrashLedger());

    private async Task RunAsync(CrashLedger ledger)
    {
        await using var closing = ledger;
        var seed = SoakOptions.Seed;
        using var log = new EventLog($"crash-{ledger.Name}-{seed}");
        var tally = await new CrashRun(SoakOptions.TestCrashes, seed, ledger, log).RunAsync().OrToldAsync(seed, log);
        output.WriteLine($"soak crashes, FTPX_SOAK_SEED={seed}: {tally}");
        Assert.Equal(SoakOptions.TestCrashes, tally.Kills);
        Assert.True(tally.Delivered > 0, "Nothing was delivered: nothing was put to the test.");
    }
}
