namespace Accelerator.Engine.Tests.Transfers;

public sealed class RetryLimitsTests
{
    private static readonly FtpTimeouts Timeouts = new() { FirstByte = TimeSpan.FromSeconds(60), Reply = TimeSpan.FromSeconds(30) };

    [Fact]
    public void By_default_eight_tries_take_a_minute()
    {
        Assert.Equal(60.5, RetryLimits.Default.Patience!.Value.TotalSeconds);
        Assert.Equal((true, false), (RetryLimits.Default.Allows(8), RetryLimits.Default.Allows(9)));
        Assert.Equal(TimeSpan.FromSeconds(90), RetryLimits.Default.MaxIdle(Timeouts));
    }

    [Fact]
    public void A_chosen_pause_is_the_same_for_every_try_and_the_run_is_idle_as_long_as_they_take()
    {
        var limits = new RetryLimits(3, TimeSpan.FromSeconds(20));
        Assert.Equal([0, 20, 20, 20], Enumerable.Range(0, 4).Select(tries => limits.Pause(tries).TotalSeconds));
        Assert.Equal((4 * 90) + 60, limits.MaxIdle(Timeouts)!.Value.TotalSeconds);
    }

    [Fact]
    public void Without_a_limit_nothing_ends_the_tries()
    {
        var limits = new RetryLimits(null, null);
        Assert.Equal((null, null, true), (limits.Patience, limits.MaxIdle(Timeouts), limits.Allows(int.MaxValue)));
        Assert.Equal(15, limits.Pause(1_000_000).TotalSeconds);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task A_lost_connection_is_tried_again_as_often_as_requested(int most)
    {
        var (time, tries) = (new SkippingTime(5, 6.25), 0);
        var terms = new RetryTerms(
            static failure => FailurePolicy.Judge(failure, 0, hasStood: true), static () => TimeSpan.FromSeconds(9), static (_, _) => { });
        await Assert.ThrowsAsync<FtpConnectionException>(async () => await new RetryPipeline(time, new RetryLimits(most, TimeSpan.FromSeconds(5))).RunAsync<int>(
            terms,
            _ =>
            {
                tries++;
                throw new FtpConnectionException(FtpStage.Data, "lost");
            },
            CancellationToken.None));
        Assert.Equal(most + 1, tries);
    }
}
