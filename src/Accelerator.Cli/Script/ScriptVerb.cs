namespace Accelerator.Cli.Script;

/// <summary>One verb of ftp.exe.</summary>
/// <param name="Name">As it is typed; any beginning that no other verb shares will do.</param>
/// <param name="Act">What it does.</param>
/// <param name="Usage">Its words, for the help and docs/ftp-exe.md.</param>
/// <param name="Summary">One line, for the help and docs/ftp-exe.md.</param>
internal sealed record ScriptVerb(string Name, ScriptAct Act, string Usage, string Summary)
{
    /// <summary>Whether it is for a server, so that without one nothing can be done. Default true.</summary>
    public bool NeedsServer { get; init; } = true;

    /// <summary>Whether it changes something at a server. Default false.</summary>
    public bool Changes { get; init; }
}
