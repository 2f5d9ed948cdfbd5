using System.CommandLine;
using Accelerator.Cli.Commands;

namespace Accelerator.Cli.Service;

/// <summary>The options of the <c>ftpx credential</c> commands.</summary>
internal sealed class CredentialOptionTable : OptionTable
{
    public CredentialOptionTable()
    {
        Service = Flag("--service", "The service's credentials. There are no others: ftpx itself takes FTPX_PASSWORD, a netrc file or a question.");
        Data = Word(["--data"], "DIR", "as for ftpx service", "The service's data folder.");
        Json = Flag("--json", "For list: one JSON object a line.");
    }

    public Option<bool> Service { get; }

    public Option<string?> Data { get; }

    public Option<bool> Json { get; }
}
