using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Credentials;

/// <summary>Reads a secret: typed without echo, or the first line of standard input. Either may be empty.</summary>
internal static class SecretInput
{
    /// <summary>Prompts at the terminal.</summary>
    /// <exception cref="UsageException">Input has ended.</exception>
    public static string Prompt(ProcessEnvironment environment, string prompt) =>
        environment.ReadPassword(prompt) ?? throw new UsageException("No password was typed.");

    /// <summary>Returns the first line of standard input.</summary>
    /// <exception cref="UsageException">Standard input is empty.</exception>
    public static string ReadLine(ProcessEnvironment environment)
    {
        using var input = environment.OpenIn();
        return input.ReadLine() ?? throw new UsageException("Standard input is empty; its first line must be the password.");
    }
}
