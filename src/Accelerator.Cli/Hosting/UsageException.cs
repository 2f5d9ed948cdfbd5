namespace Accelerator.Cli.Hosting;

/// <summary>
/// The command cannot be carried out as written. The message is the sentence the user reads; nothing has touched the network.
/// </summary>
internal sealed class UsageException(string message) : Exception(message);
