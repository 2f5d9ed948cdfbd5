using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Tests.Transfers;

public sealed class StreamControllerTests
{
    private const int Any = int.MaxValue;

    [Fact]
    public void A_number_that_was_given_stays()
    {
        var controller = new StreamController(start: 3, most: 3, isFixed: true);

        for (var i = 0; i < 5; i++) controller.Observe(1e6 * (i + 1), receiving: 3, Any);
        controller.Observe(1e6, receiving: 1, ceiling: 1);

        Assert.Equal(3, controller.Wanted);
    }

    [Fact]
    public void It_doubles_while_each_stream_brings_its_share_and_never_beyond_the_most()
    {
        var controller = new StreamController(start: 4, most: 16, isFixed: false);
        var wanted = new List<int>();

        for (var i = 0; i < 6; i++)
        {
            controller.Observe(controller.Wanted * 2e6, controller.Wanted, Any);
            wanted.Add(controller.Wanted);
        }

        Assert.Equal([8, 16, 16, 16, 16, 16], wanted);
    }

    [Fact]
    public void It_goes_back_to_what_was_enough_and_stays_there()
    {
        var controller = new StreamController(start: 4, most: 16, isFixed: false);

        controller.Observe(8e6, 4, Any);
        controller.Observe(8.1e6, 8, Any);
        Assert.Equal(4, controller.Wanted);

        controller.Observe(80e6, 4, Any);
        Assert.Equal(4, controller.Wanted);
    }

    [Fact]
    public void An_epoch_in_which_not_all_streams_ran_says_nothing()
    {
        var controller = new StreamController(start: 4, most: 16, isFixed: false);

        controller.Observe(8e6, receiving: 3, Any);

        Assert.Equal(4, controller.Wanted);
    }

    [Fact]
    public void An_epoch_without_a_byte_says_nothing()
    {
        var controller = new StreamController(start: 4, most: 16, isFixed: false);

        controller.Observe(0, receiving: 4, Any);

        Assert.Equal(4, controller.Wanted);
    }

    [Theory]
    [InlineData(3, 3)]
    [InlineData(0, 1)]
    public void A_ceiling_of_the_server_is_the_answer(int ceiling, int wanted)
    {
        var controller = new StreamController(start: 4, most: 16, isFixed: false);

        controller.Observe(8e6, receiving: ceiling, ceiling);
        controller.Observe(80e6, receiving: ceiling, ceiling);

        Assert.Equal(wanted, controller.Wanted);
    }

    [Fact]
    public void A_ceiling_in_the_way_of_doubling_is_gone_to()
    {
        var controller = new StreamController(start: 4, most: 16, isFixed: false);

        controller.Observe(8e6, receiving: 4, ceiling: 6);

        Assert.Equal(6, controller.Wanted);
    }

    [Fact]
    public void A_small_file_needs_fewer()
    {
        var controller = new StreamController(start: 4, most: 16, isFixed: false);

        controller.Bound(2);
        Assert.Equal(2, controller.Wanted);
        controller.Bound(8);
        Assert.Equal(2, controller.Wanted);
        controller.Bound(0);
        Assert.Equal(1, controller.Wanted);
    }

    [Theory]
    [InlineData(0.0002, 1)]
    [InlineData(0.1, 1.6)]
    [InlineData(0.2, 3.2)]
    [InlineData(2, 6)]
    public void An_epoch_outlasts_slow_start(double roundTrip, double seconds) =>
        Assert.Equal(seconds, StreamController.Epoch(TimeSpan.FromSeconds(roundTrip)).TotalSeconds, precision: 3);
}
