using Accelerator.Interop.Tests;
using Accelerator.Soak.Tests.Crashes;
using Accelerator.Soak.Tests.Days;
using Xunit.Abstractions;

namespace Accelerator.Soak.Tests;

/// <summary>Hours of a service, with every outage once.</summary>
public sealed class DayTests(ITestOutputHelper output)
{
    [ServerFact("inotify")]
    public async Task A_service_catches_up_after_every_outage_and_holds_no_more_than_before()
    {
        var seed = SoakOptions.Seed;
        using var log = new EventLog($"days-sqlite-{seed}");
        await using var ledger = new SqliteCrashLedger();
        output.WriteLine($"soak days, FTPX_SOAK_SEED={seed}: {await new DayRun(SoakOptions.TestDays, seed, ledger, log).RunAsync().OrToldAsync(seed, log)}");
    }
}
