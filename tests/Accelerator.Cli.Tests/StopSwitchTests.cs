namespace Accelerator.Cli.Tests;

public sealed class StopSwitchTests
{
    [Fact]
    public void The_first_press_stops_and_the_second_ends_the_process()
    {
        var (said, exits) = (0, new List<int>());
        using var stop = new StopSwitch(() => said++, exits.Add);
        Assert.False(stop.Pressed);

        stop.Press();
        Assert.True(stop.Token.IsCancellationRequested);
        Assert.Equal(1, said);
        Assert.Empty(exits);

        stop.Press();
        Assert.Equal(1, said);
        Assert.Equal([130], exits);
    }

    [Fact]
    public void A_press_after_the_end_does_nothing()
    {
        var stop = new StopSwitch(() => { }, _ => Assert.Fail("the process was ended"));
        stop.Dispose();
        stop.Press();
        Assert.True(stop.Pressed);
    }
}
