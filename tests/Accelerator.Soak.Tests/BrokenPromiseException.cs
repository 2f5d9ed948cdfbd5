namespace Accelerator.Soak.Tests;

/// <summary>ftpx did what it must never do. The message says what, and at which point of the run.</summary>
internal sealed class BrokenPromiseException(string message) : Exception(message);
