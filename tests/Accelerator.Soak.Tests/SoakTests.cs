namespace Accelerator.Soak.Tests;

/// <summary>Storms of faults and kills around mirrors and gets.</summary>
public sealed class SoakTests(ITestOutputHelper output)
{
    [Fact]
    public Task Runs_in_a_short_storm_of_faults_and_kills_publish_right_files_only_and_leave_nothing() => SoakProgram.RunAsync(output, "storms", "--minutes", "0.2");

    [Fact]
    [Trait("Run", "all")]
    public Task Runs_in_a_storm_of_faults_and_kills_publish_right_files_only_and_leave_nothing() => SoakProgram.RunLongAsync(output, "storms", "--minutes", "1.2");
}
