namespace Accelerator.Soak.Tests;

/// <summary>Hours of a service, with every outage once.</summary>
public sealed class DayTests(ITestOutputHelper output)
{
    [ServerFact("inotify")]
    public Task A_service_catches_up_after_every_outage_of_two_hours_and_holds_no_more_than_before() => SoakProgram.RunAsync(output, "days", "--service", "--hours", "2");

    [ServerFact("inotify")]
    [Trait("Run", "all")]
    public Task A_service_catches_up_after_every_outage_and_holds_no_more_than_before() => SoakProgram.RunLongAsync(output, "days", "--service", "--hours", "6");
}
