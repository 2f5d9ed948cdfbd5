using System.CommandLine;

namespace Accelerator.Cli.Options;

/// <summary>One row of a command's option table: what the help and docs/cli.md say of it.</summary>
/// <param name="Option">The option.</param>
/// <param name="Default">What holds when it is not given.</param>
/// <param name="Text">One sentence.</param>
internal sealed record OptionRow(Option Option, string Default, string Text)
{
    /// <summary>Name, short name and value as they are written: <c>-o, --output PATH</c>.</summary>
    public string Usage => string.Join(", ", Option.Aliases.Append(Option.Name)) + (Option.HelpName is { } value ? " " + value : "");
}
