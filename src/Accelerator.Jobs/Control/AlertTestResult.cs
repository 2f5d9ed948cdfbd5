namespace Accelerator.Jobs.Control;

/// <summary>The outcome of a test message to a receiver of alerts.</summary>
/// <param name="Receiver">The receiver, as part of a sentence.</param>
/// <param name="Problem">Why it got nothing; null if it accepted the message.</param>
public sealed record AlertTestResult(string Receiver, string? Problem);
