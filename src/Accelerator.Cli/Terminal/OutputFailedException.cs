namespace Accelerator.Cli.Terminal;

/// <summary>
/// Thrown if standard output cannot be written, mostly because of a full disk under redirected output. It never refers to another file.
/// </summary>
internal sealed class OutputFailedException(string message, Exception inner) : IOException(message, inner);
