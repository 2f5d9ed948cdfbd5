using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Polly;
using Polly.Retry;

namespace Accelerator.Engine.Sessions;

/// <summary>
/// Back-off with jitter between tries that made no progress: by default 0.5 s doubling to 15 s, eight tries, about a minute in all. There
/// is one for each run; its streams and listings share it.
/// </summary>
internal sealed class RetryPipeline
{
    private static readonly ResiliencePropertyKey<RetryTerms> Terms = new("terms");

    // Built on the first failure: building one costs 40 ms of processor time, a fifth of a small transfer.
    private readonly Lazy<ResiliencePipeline> _pipeline;

    public RetryPipeline(TimeProvider time, RetryLimits limits)
    {
        Limits = limits;
        _pipeline = new Lazy<ResiliencePipeline>(() => Build(time, limits));
    }

    /// <summary>The number of tries, and the pauses.</summary>
    public RetryLimits Limits { get; }

    /// <summary>Waits 0.1 to 0.3 s, for the next try after one that was not fruitless.</summary>
    public static Task PauseBrieflyAsync(TimeProvider time, CancellationToken cancellationToken) =>
        Task.Delay(TimeSpan.FromMilliseconds(100 + Random.Shared.Next(200)), time, cancellationToken);

    /// <summary>Runs an operation, and repeats it after a pause as long as its failures are worth another try.</summary>
    /// <param name="terms">How failures are classified and handled.</param>
    /// <param name="work">The operation.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FtpException">The failure of the last try.</exception>
    public async ValueTask<T> RunAsync<T>(RetryTerms terms, Func<CancellationToken, ValueTask<T>> work, CancellationToken cancellationToken)
    {
        FtpException first;
        try
        {
            return await work(cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e) when (Limits.Allows(1) && IsWorthAnotherTry(e, terms))
        {
            first = e;
        }
        return await RetryAsync(first, terms, work, cancellationToken).ConfigureAwait(false);
    }

    private async Task<T> RetryAsync<T>(
        FtpException first, RetryTerms terms, Func<CancellationToken, ValueTask<T>> work, CancellationToken cancellationToken)
    {
        FtpException? failed = first;
        var context = ResilienceContextPool.Shared.Get(cancellationToken);
        context.Properties.Set(Terms, terms);
        try
        {
            return await _pipeline.Value.ExecuteAsync(TryAsync, context).ConfigureAwait(false);
        }
        finally
        {
            ResilienceContextPool.Shared.Return(context);
        }

        // The first failure occurred before the pipeline.
        ValueTask<T> TryAsync(ResilienceContext shared) =>
            Interlocked.Exchange(ref failed, null) is { } failure ? ValueTask.FromException<T>(failure) : work(shared.CancellationToken);
    }

    // A limit of the server counts as retryable: the route, or the recovery, has already classified the failure and lowered its ceiling if
    // necessary, and a session opened since may make any lost connection look like a limit.
    private static bool IsWorthAnotherTry(FtpException failure, RetryTerms terms) =>
        terms.Judge(failure).Action is FailureAction.Retry or FailureAction.LowerCeiling;

    private static ResiliencePipeline Build(TimeProvider time, RetryLimits limits) =>
        new ResiliencePipelineBuilder { TimeProvider = time }
            .AddRetry(new RetryStrategyOptions
            {
                ShouldHandle = static arguments =>
                    ValueTask.FromResult(arguments.Outcome.Exception is FtpException e && IsWorthAnotherTry(e, TermsOf(arguments.Context))),
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
                Delay = RetryLimits.Default.Pause(1),
                MaxDelay = RetryLimits.Default.Pause(RetryLimits.MostEver),
                MaxRetryAttempts = limits.Most ?? int.MaxValue,
                DelayGenerator = arguments =>
                {
                    // A pause that the user chose is one for every try: it becomes longer by the jitter only.
                    if (limits.Wait is { } wait) return ValueTask.FromResult<TimeSpan?>(wait * (1 + (Random.Shared.NextDouble() / 4)));
                    var least = TermsOf(arguments.Context).Pause();
                    var isLonger = least > limits.Pause(arguments.AttemptNumber + 1);
                    return ValueTask.FromResult<TimeSpan?>(isLonger ? least * (0.75 + (Random.Shared.NextDouble() / 2)) : null);
                },
                OnRetry = static arguments =>
                {
                    TermsOf(arguments.Context).OnRetry(arguments.Outcome.Exception!, arguments.RetryDelay);
                    return ValueTask.CompletedTask;
                },
            })
            .Build();

    private static RetryTerms TermsOf(ResilienceContext context) => context.Properties.GetValue(Terms, null!);
}

/// <summary>How a user of a <see cref="RetryPipeline"/> classifies and handles failures.</summary>
/// <param name="Judge">Classifies a failure.</param>
/// <param name="Pause">Returns the minimum pause, without jitter.</param>
/// <param name="OnRetry">Called before each pause.</param>
internal sealed record RetryTerms(Func<Exception, FailureVerdict> Judge, Func<TimeSpan> Pause, Action<Exception, TimeSpan> OnRetry);
