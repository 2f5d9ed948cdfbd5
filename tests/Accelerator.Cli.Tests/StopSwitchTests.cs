namespace Accelerator.Cli.Tests;

public sealed class StopSwitchTests
{
    [Fact]
    public void The_first_press_stops_and_the_second_ends_the_process_unless_they_come_together()
    {
        var (said, exits, time) = (0, new List<int>(), new FakeTime());
        using var stop = new StopSwitch(() => said++, exits.Add, time);
        Assert.False(stop.Pressed);

        stop.Press();
        Assert.True(stop.Token.IsCancellationRequested);
        Assert.Equal(1, said);
        time.Advance(StopSwitch.Together - TimeSpan.FromMilliseconds(1));
        stop.Press();
        Assert.Empty(exits);

        time.Advance(TimeSpan.FromMilliseconds(1));
        stop.Press();
        Assert.Equal(1, said);
        Assert.Equal([130], exits);
    }

    [Fact]
    public void A_press_after_the_end_does_nothing()
    {
        var stop = new StopSwitch(() => { }, _ => Assert.Fail("the process was ended"), TimeProvider.System);
        stop.Dispose();
        stop.Press();
        Assert.True(stop.Pressed);
    }
}
