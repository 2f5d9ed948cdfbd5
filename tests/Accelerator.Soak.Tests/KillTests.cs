using Accelerator.Soak.Tests.Kills;
using Xunit.Abstractions;

namespace Accelerator.Soak.Tests;

/// <summary>T-JRN-1: kill -9 at any point of a run.</summary>
public sealed class KillTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Killed_runs_claim_no_byte_that_is_not_there_and_end_in_the_right_files()
    {
        var seed = SoakOptions.Seed;
        using var log = new EventLog($"kills-{seed}");
        var tally = await new KillRun(SoakOptions.TestKills, seed, log).RunAsync(CancellationToken.None).OrToldAsync(seed, log);
        output.WriteLine($"soak kills, FTPX_SOAK_SEED={seed}: {tally}");
        Assert.True(tally.Kills >= SoakOptions.TestKills);
        Assert.True(tally.Resumed > 0, "No run went on from a journal: nothing was put to the test.");
    }
}
