namespace Accelerator.Cli.Tests;

public sealed class StopSwitchTests
{
    [Fact]
    public void The_first_Ctrl_C_stops_the_run_and_a_later_second_one_ends_the_process()
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
    public void A_Ctrl_C_after_the_end_does_nothing()
    {
        var stop = new StopSwitch(() => { }, _ => Assert.Fail("the process was ended"), TimeProvider.System);
        stop.Dispose();
        stop.Press();
        Assert.True(stop.Pressed);
    }
}
