using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Fxp;

/// <summary>
/// The logins at the two servers: as for every command, except that FTPX_SOURCE_USER, FTPX_SOURCE_PASSWORD, FTPX_DESTINATION_USER and
/// FTPX_DESTINATION_PASSWORD take precedence over FTPX_USER and FTPX_PASSWORD, and that standard input may hold two passwords, one per
/// line.
/// </summary>
internal sealed class FxpCredentials
{
    private readonly ProcessEnvironment _environment;
    private string?[]? _typed;

    public FxpCredentials(TransferOptions options, ProcessEnvironment environment, Action<string> warn)
    {
        _environment = environment;
        Source = new CredentialResolver(options, For("SOURCE", 0), warn);
        Destination = new CredentialResolver(options, For("DESTINATION", 1), warn);
    }

    /// <summary>The resolver for the source server.</summary>
    public CredentialResolver Source { get; }

    /// <summary>The resolver for the destination server.</summary>
    public CredentialResolver Destination { get; }

    private ProcessEnvironment For(string side, int line) => _environment with
    {
        Variable = name => name is "FTPX_USER" or "FTPX_PASSWORD"
            && _environment.Variable($"FTPX_{side}_{name[5..]}") is { Length: > 0 } own ? own : _environment.Variable(name),
        OpenIn = () => new StringReader(Line(line) ?? ""),
    };

    // A single line applies to both servers.
    private string? Line(int line)
    {
        if (_typed is null)
        {
            using var input = _environment.OpenIn();
            _typed = [input.ReadLine(), input.ReadLine()];
        }
        return line == 1 && _typed[1] is { Length: > 0 } second ? second : _typed[0];
    }
}
