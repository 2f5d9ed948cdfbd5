namespace Accelerator.Engine.Transfers;

/// <summary>What one user of a <see cref="RetryPipeline"/> says of its failures.</summary>
/// <param name="Judge">What a failure means.</param>
/// <param name="Pause">The least pause, jitter aside.</param>
/// <param name="OnRetry">Called before each pause.</param>
internal sealed record RetryTerms(Func<Exception, FailureVerdict> Judge, Func<TimeSpan> Pause, Action<Exception, TimeSpan> OnRetry);
