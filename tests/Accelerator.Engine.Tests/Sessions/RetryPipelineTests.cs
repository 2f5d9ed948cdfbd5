namespace Accelerator.Engine.Tests.Sessions;

public sealed class RetryPipelineTests
{
    private static readonly FtpConnectionException Lost = new(FtpStage.Greeting, "Connection reset by peer");

    /// <summary>
    /// The route has judged the failure while no session was open. By the time the pipeline asks, another session is open, and the same
    /// failure looks like a limit.
    /// </summary>
    [Fact]
    public async Task A_lost_connection_that_looks_like_a_limit_by_now_is_tried_again()
    {
        var time = new FakeTime();
        var tries = 0;
        var pipeline = new RetryPipeline(time, RetryLimits.Default);
        var terms = new RetryTerms(
            static failure => FailurePolicy.Judge(failure, others: 1, hasStood: true), static () => TimeSpan.Zero, static (_, _) => { });
        Assert.Equal(FailureAction.LowerCeiling, FailurePolicy.Judge(Lost, others: 1, hasStood: true).Action);

        var answer = pipeline.RunAsync(
            terms, _ => ++tries == 1 ? ValueTask.FromException<int>(Lost) : ValueTask.FromResult(tries), CancellationToken.None).AsTask();
        await time.UntilTimersAsync(1);
        time.Advance(RetryLimits.Default.Patience!.Value);

        Assert.Equal(2, await answer);
    }
}
