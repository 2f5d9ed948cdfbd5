namespace Accelerator.Soak.Tests;

/// <summary>Archives with gaps, late and replaced files, and everything that fails once.</summary>
public sealed class ConstellationTests(ITestOutputHelper output)
{
    [ServerFact("inotify")]
    public Task Half_a_day_of_four_archives_is_delivered_once_and_every_gap_is_named() => SoakProgram.RunAsync(output, "constellation", "--constellation", "--scale", "0.05");

    [ServerFact("inotify")]
    [Trait("Run", "all")]
    public Task A_day_of_eight_archives_is_delivered_once_and_every_gap_is_named() => SoakProgram.RunLongAsync(output, "constellation", "--constellation", "--scale", "0.2");
}
