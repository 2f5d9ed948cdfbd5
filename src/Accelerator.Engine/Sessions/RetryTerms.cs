namespace Accelerator.Engine.Sessions;

/// <summary>How a user of a <see cref="RetryPipeline"/> classifies and handles failures.</summary>
/// <param name="Judge">Classifies a failure.</param>
/// <param name="Pause">Returns the minimum pause, without jitter.</param>
/// <param name="OnRetry">Called before each pause.</param>
internal sealed record RetryTerms(Func<Exception, FailureVerdict> Judge, Func<TimeSpan> Pause, Action<Exception, TimeSpan> OnRetry);
