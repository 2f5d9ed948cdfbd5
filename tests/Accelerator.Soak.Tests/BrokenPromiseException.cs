namespace Accelerator.Soak.Tests;

/// <summary>ftpx did what it must never do. The message says what, and at which point of the run.</summary>
/// <param name="message">One sentence.</param>
internal sealed class BrokenPromiseException(string message) : Exception(message);
