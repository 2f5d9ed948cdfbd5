using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Script;

/// <summary>What the whole script ends with: the code of its first failure.</summary>
internal sealed class ScriptTally
{
    private ExitCode? _first;

    /// <summary>The code so far.</summary>
    public ExitCode Code => _first ?? ExitCodes.Ok;

    /// <summary>Something that was asked for did not happen.</summary>
    public void Fail(ExitCode code) => _first ??= code;
}
