namespace Accelerator.Soak.Tests;

/// <summary>T-JRN-1: kill -9 at any point of a run.</summary>
public sealed class KillTests(ITestOutputHelper output)
{
    [Fact]
    public Task A_few_killed_runs_claim_no_byte_that_is_not_there_and_end_in_the_right_files() => SoakProgram.RunAsync(output, "kills", "--kills", "8");

    [Fact]
    [Trait("Run", "all")]
    public Task Killed_runs_claim_no_byte_that_is_not_there_and_end_in_the_right_files() => SoakProgram.RunLongAsync(output, "kills", "--kills", "80");
}
