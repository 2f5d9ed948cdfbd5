namespace Accelerator.Soak.Tests;

/// <summary>The exception for forbidden behaviour of ftpx. The message names the behaviour and the point of the run.</summary>
internal sealed class BrokenPromiseException(string message) : Exception(message);
