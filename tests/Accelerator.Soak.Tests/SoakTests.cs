using Accelerator.Soak.Tests.Storms;
using Xunit.Abstractions;

namespace Accelerator.Soak.Tests;

/// <summary>A minute of storms.</summary>
public sealed class SoakTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Runs_in_a_storm_of_faults_and_kills_publish_right_files_only_and_leave_nothing()
    {
        var seed = SoakOptions.Seed;
        using var log = new EventLog($"soak-{seed}");
        var told = await new SoakRun(SoakOptions.TestTime, seed, log).RunAsync().OrToldAsync(seed, log);
        output.WriteLine($"soak storms, FTPX_SOAK_SEED={seed}: {told}");
    }
}
