namespace Accelerator.Soak.Tests;

/// <summary>Kill -9 of the service at any point.</summary>
public sealed class CrashTests(ITestOutputHelper output)
{
    [ServerFact("inotify")]
    public Task A_service_that_is_killed_some_times_delivers_all_once_and_leaves_nothing() => SoakProgram.RunAsync(output, "crashes", "--rounds", "4");

    [ServerFact("inotify")]
    [Trait("Run", "all")]
    public Task A_service_that_is_killed_again_and_again_delivers_all_once_and_leaves_nothing() => SoakProgram.RunLongAsync(output, "crashes", "--rounds", "20");
}
