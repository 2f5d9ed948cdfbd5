using Accelerator.Cli.Credentials;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Service;

/// <summary>
/// The <c>ftpx credential</c> command: parses its arguments into <see cref="CredentialOptions"/>. The runner is injected.
/// </summary>
internal sealed class CredentialCommand : VerbCommand<CredentialOptions>
{
    public CredentialCommand(Func<CredentialOptions, Task<int>> run)
        : base("credential", "Keep passwords: your own by the server's address, a service's by name with --service.", run)
    {
        var service = Flag(
            "--service",
            "The service's credentials, by name, for its jobs; without it your own logins, by address, for get, mirror, ls, probe and fxp.",
            (o, v) => o with { Service = v });
        var passwordStdin = Flag(
            "--password-stdin", "For set: read the password from the first line of standard input.",
            (o, v) => o with { PasswordStdin = v });
        var data = Word(
            "--data", "DIR", "as for ftpx service", "With --service: the service's data folder.", (o, v) => o with { Data = v });
        var json = Flag("--json", "For list: one JSON object a line.", (o, v) => o with { Json = v });
        var name = Argument(
            "URL|NAME", "Your login as ftp://user@host[:port]; with --service its name, as the job file has it.",
            (o, v) => o with { Name = v });

        Subcommand(
            "set", "Keep a password, typed without echo or with --password-stdin the first line of standard input.",
            Verb(CredentialVerb.Set), name, service, passwordStdin, data);
        Subcommand("list", "List whose passwords are kept, and never a password.", Verb(CredentialVerb.List), service, data, json);
        Subcommand("remove", "Forget a password.", Verb(CredentialVerb.Remove), name, service, data);
    }

    private static CredentialOptions Verb(CredentialVerb verb) => new() { Verb = verb };
}
