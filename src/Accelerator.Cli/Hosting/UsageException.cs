namespace Accelerator.Cli.Hosting;

/// <summary>
/// Thrown if the command cannot be carried out as written. The message is the sentence that the user reads; nothing has been sent over the
/// network.
/// </summary>
internal sealed class UsageException(string message) : Exception(message)
{
    /// <summary>The exit code; <see cref="ExitCodes.Usage"/> unless the cause has its own.</summary>
    public ExitCode Code { get; init; } = ExitCodes.Usage;

    /// <summary>An argument, and the arguments that should be typed instead; null if no correction is known.</summary>
    public (string Typed, IReadOnlyList<string> Meant)? Correction { get; init; }
}
