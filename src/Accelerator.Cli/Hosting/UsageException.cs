namespace Accelerator.Cli.Hosting;

/// <summary>
/// Thrown if the command cannot be carried out as written. The message is the sentence that the user reads; nothing has been sent over the
/// network.
/// </summary>
internal sealed class UsageException(string message) : Exception(message);
