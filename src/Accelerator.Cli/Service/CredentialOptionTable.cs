using System.CommandLine;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Service;

/// <summary>The options of the <c>ftpx credential</c> commands.</summary>
internal sealed class CredentialOptionTable : OptionTable
{
    public CredentialOptionTable()
    {
        Service = Flag("--service", "The service's credentials, by name, for its jobs; without it your own logins, by address, for get, mirror, ls, probe and fxp.");
        PasswordStdin = Flag("--password-stdin", "For set: read the password from the first line of standard input.");
        Data = Word(["--data"], "DIR", "as for ftpx service", "With --service: the service's data folder.");
        Json = Flag("--json", "For list: one JSON object a line.");
    }

    public Option<bool> Service { get; }

    public Option<bool> PasswordStdin { get; }

    public Option<string?> Data { get; }

    public Option<bool> Json { get; }
}
