namespace Accelerator.Cli.Script;

/// <summary>One option of ftp.exe, or one of ours beside them.</summary>
/// <param name="Usage">As it is typed: <c>-s:file</c>.</param>
/// <param name="Text">What it does.</param>
/// <param name="Apply">Puts it into what was typed; the value is empty where it has none.</param>
internal sealed record ScriptOptionRow(string Usage, string Text, Func<ScriptOptions, string, ScriptOptions> Apply)
{
    /// <summary>What comes before the value, or the whole of it.</summary>
    public string Start => TakesValue ? Usage[..(Usage.IndexOf(':') + 1)] : Usage;

    public bool TakesValue => Usage.Contains(':');
}
