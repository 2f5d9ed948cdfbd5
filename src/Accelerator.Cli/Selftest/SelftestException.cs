namespace Accelerator.Cli.Selftest;

/// <summary>A check that failed; the message is its finding.</summary>
internal sealed class SelftestException(string message) : Exception(message);
