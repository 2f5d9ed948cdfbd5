using Accelerator.Jobs.Definitions;

namespace Accelerator.Service.Core;

/// <summary>Says which stored password belongs to a login that a server refused. Pure.</summary>
internal static class LoginAdvice
{
    private const string Command = "ftpx credential set";

    /// <summary>Returns one or two sentences with the command that stores the password; null if the message has it already.</summary>
    /// <param name="server">The server in the job file; null if the file no longer has it.</param>
    /// <param name="message">The message about the refusal.</param>
    public static string? Of(ServerDefinition? server, string message) => server switch
    {
        null => null,
        _ when message.Contains(Command, StringComparison.Ordinal) => null,
        { User: null } => $"The address of {server.Name} in the job file has no user, so the login is anonymous.",
        { Credential: { } name } => $"The password of {server.User} is the credential {name}. To store another one, run: "
            + $"{Command} {name} --service",
        _ => $"The job file has no credential for {server.User}, so the password is empty. Add \"credential\": \"{server.Name}\" to the "
            + $"server, then run: {Command} {server.Name} --service",
    };
}
