using static Accelerator.Engine.Tests.Probing.ProbeSamples;

namespace Accelerator.Engine.Tests.Probing;

public sealed class LadderPolicyTests
{
    [Fact]
    public void It_begins_with_one_stream_and_doubles_while_it_pays()
    {
        Assert.Equal((1, null), Next([]));
        Assert.Equal((2, null), Next(Steps(10)));
        Assert.Equal((4, null), Next(Steps(10, 20)));
        Assert.Equal((16, null), Next(Steps(10, 20, 35, 50)));
    }

    [Theory]
    [InlineData(10, 10.9, ProbeStop.Flat)]
    [InlineData(10, 11.1, null)]
    public void It_stops_when_the_added_streams_bring_less_than_a_tenth_of_their_share(double before, double after, ProbeStop? stop) =>
        Assert.Equal(stop, Next(Steps(before, after)).Stop);

    [Fact]
    public void The_last_step_need_not_be_a_doubling()
    {
        Assert.Equal((12, null), Next(Steps(10, 20, 40, 80), most: 12));
        Assert.Equal((0, ProbeStop.MostStreams), Next([.. Steps(10, 20, 40, 80), Step(12, 120)], most: 12));
    }

    [Theory]
    [InlineData(84, 80)]
    [InlineData(79, 80)]
    [InlineData(80, 97)]
    public void A_ninth_stream_is_judged_by_what_nine_bring_more_than_four_and_not_by_noise(double eight, double nine)
    {
        var steps = (List<ProbeStep>)[.. Steps(10, 20, 40, eight), Step(9, nine)];
        Assert.Equal((0, ProbeStop.MostStreams), Next(steps, most: 9));
        Assert.Equal((0, ProbeStop.Refused), Next(steps, refused: true));
        Assert.InRange(LadderPolicy.Yield(steps), 0.7, 1.2);
    }

    [Fact]
    public void Nine_streams_that_bring_no_more_than_four_are_a_plateau() =>
        Assert.Equal(ProbeStop.Flat, Next([.. Steps(10, 20, 40, 38), Step(9, 41)], most: 9).Stop);

    [Fact]
    public void A_refusal_too_little_time_and_streams_that_begin_again_and_again_are_the_end()
    {
        Assert.Equal((0, ProbeStop.Refused), Next(Steps(10, 20), refused: true));
        Assert.Equal((0, ProbeStop.Time), Next(Steps(10, 20), left: 4));
        Assert.Equal((0, ProbeStop.ShortFile), Next([Step(1, 10) with { Restarts = 2 }]));
    }

    [Fact]
    public void With_few_streams_and_losses_one_flat_step_is_not_conclusive()
    {
        var lossy = Steps(100, 95).ConvertAll(step => step with { PacketsOutOfOrder = step.Packets / 50 });
        Assert.Equal((4, null), Next(lossy, repeated: true));
        Assert.Equal(ProbeStop.Flat, Next([.. lossy, Step(4, 95), Step(8, 95)]).Stop);
    }

    [Fact]
    public void Losses_on_a_full_link_do_not_extend_the_ladder()
    {
        var full = Steps(100, 101).ConvertAll(step => step with { PacketsOutOfOrder = step.Packets / 50, RoundTrip = TimeSpan.FromMilliseconds(150) });
        Assert.Equal(ProbeStop.Flat, Next(full).Stop);
    }

    [Theory]
    [InlineData(10, 24)]
    [InlineData(100, 80)]
    public void An_implausible_step_is_measured_once_more(double before, double after)
    {
        var steps = Steps(before, after);
        Assert.Equal((2, null), Next(steps));
        Assert.NotEqual(2, Next(steps, repeated: true).Streams);
        Assert.Equal(after > before ? ProbeStop.Time : ProbeStop.Flat, Next(steps, left: 4).Stop);
    }

    private static (int Streams, ProbeStop? Stop) Next(IReadOnlyList<ProbeStep> steps, int most = 64, bool refused = false, bool repeated = false, double left = 30) =>
        LadderPolicy.Next(steps, repeated, IdlePath.MedianRoundTrip, most, refused, TimeSpan.FromSeconds(left), TimeSpan.FromSeconds(5));
}
