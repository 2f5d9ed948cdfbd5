using Accelerator.Ftp;
using Polly;
using Polly.Retry;

namespace Accelerator.Engine.Transfers;

/// <summary>Back-off with jitter between tries that made no progress: 0.5 s doubling to 15 s, eight tries, about a minute in all.</summary>
internal static class RetryPipeline
{
    /// <summary>Tries after the first.</summary>
    public const int MaxRetries = 8;

    /// <summary>What all tries of one stream take, jitter aside.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Returns whether a failure that reached a pipeline is worth another try. A limit of the server counts as one: the lane, or the recovery, has judged the failure already and lowered its
    /// ceiling where it was one, and a session that came in since may make any lost connection look like one.
    /// </summary>
    public static bool IsWorthAnotherTry(FailureVerdict verdict) => verdict.Action is FailureAction.Retry or FailureAction.LowerCeiling;

    /// <summary>A pipeline that retries what <see cref="IsWorthAnotherTry"/>.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="judge">What a failure means.</param>
    /// <param name="pause">The least pause, jitter aside.</param>
    /// <param name="onRetry">Called before each pause.</param>
    public static ResiliencePipeline Create(TimeProvider time, Func<Exception, FailureVerdict> judge, Func<TimeSpan> pause, Action<Exception, TimeSpan> onRetry) =>
        new ResiliencePipelineBuilder { TimeProvider = time }
            .AddRetry(new RetryStrategyOptions
            {
                ShouldHandle = arguments => ValueTask.FromResult(arguments.Outcome.Exception is FtpException e && IsWorthAnotherTry(judge(e))),
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
                Delay = TimeSpan.FromMilliseconds(500),
                MaxDelay = TimeSpan.FromSeconds(15),
                MaxRetryAttempts = MaxRetries,
                DelayGenerator = arguments => ValueTask.FromResult<TimeSpan?>(
                    pause() is var least && least.TotalSeconds > Math.Pow(2, arguments.AttemptNumber) / 2 ? least * (0.75 + (Random.Shared.NextDouble() / 2)) : null),
                OnRetry = arguments =>
                {
                    onRetry(arguments.Outcome.Exception!, arguments.RetryDelay);
                    return ValueTask.CompletedTask;
                },
            })
            .Build();
}
