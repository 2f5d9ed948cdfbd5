using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Credentials;

/// <summary>How a secret comes to this process: typed without echo, or as the first line of standard input. Either may be empty.</summary>
internal static class SecretInput
{
    /// <summary>Asks at the terminal.</summary>
    /// <exception cref="UsageException">Input has ended.</exception>
    public static string Ask(ProcessEnvironment environment, string prompt) =>
        environment.ReadPassword(prompt) ?? throw new UsageException("No password was typed.");

    /// <summary>The first line of standard input.</summary>
    /// <exception cref="UsageException">There is none.</exception>
    public static string ReadLine(ProcessEnvironment environment)
    {
        using var input = environment.OpenIn();
        return input.ReadLine() ?? throw new UsageException("Standard input was empty: its first line is to be the password.");
    }
}
