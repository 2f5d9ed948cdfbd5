using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Options;

/// <summary>
/// The help, followed by the table of exit codes. Requested help exits with success; the help shown for a bare <c>ftpx</c>, which did
/// nothing, does not.
/// </summary>
internal sealed class HelpWithExitCodes(HelpAction help, ExitCode code) : SynchronousCommandLineAction
{
    /// <inheritdoc/>
    public override bool ClearsParseErrors => code.Value == ExitCodes.Ok.Value;

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        _ = help.Invoke(parseResult);
        ExitCodes.Write(parseResult.InvocationConfiguration.Output);
        return code;
    }
}
