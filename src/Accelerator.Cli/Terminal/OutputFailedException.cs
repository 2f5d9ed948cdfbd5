namespace Accelerator.Cli.Terminal;

/// <summary>Standard output took no more: a full disk under a redirected one, mostly. No other file is meant.</summary>
internal sealed class OutputFailedException(string message, Exception inner) : IOException(message, inner);
