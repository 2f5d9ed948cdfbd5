using Accelerator.Cli.Credentials;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Service;

/// <summary>
/// The <c>ftpx credential</c> command: parses its arguments into <see cref="CredentialOptions"/>. The runner is injected.
/// </summary>
internal sealed class CredentialCommand : VerbCommand<CredentialOptions>
{
    public CredentialCommand(Func<CredentialOptions, Task<int>> run)
        : base("credential", "Manage stored logins and service credentials", run)
    {
        Example("ftpx credential set ftp://kim@ftp.example.org", "store your password");
        Example("ftpx credential list", "list your logins");
        Example("ftpx credential set --service archive", "for jobs of ftpxd");
        var service = Flag(
            "--service", "Credentials of the service, by name, for its jobs", (o, v) => o with { Service = v });
        var passwordStdin = Flag("--password-stdin", PasswordStdinText, (o, v) => o with { PasswordStdin = v });
        var data = Word(
            "--data", "DIR", "as for ftpx service", "With --service: data folder of the service", (o, v) => o with { Data = v });
        var json = Flag("--json", JsonText, (o, v) => o with { Json = v });
        var name = Argument(
            "URL|NAME", "Your login as ftp://user@host[:port]; with --service, a name from the job file", (o, v) => o with { Name = v });

        Subcommand(
            "set", "Store a password, from a prompt or --password-stdin", Verb(CredentialVerb.Set), name, service, passwordStdin, data);
        Subcommand("list", "List the stored logins, without passwords", Verb(CredentialVerb.List), service, data, json);
        Subcommand("remove", "Delete a stored password", Verb(CredentialVerb.Remove), name, service, data);
    }

    private static CredentialOptions Verb(CredentialVerb verb) => new() { Verb = verb };
}
