using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Mirror;

/// <summary>A command that compares a remote tree with a local folder.</summary>
/// <inheritdoc cref="VerbCommand{T}"/>
internal abstract class ComparisonCommand(string name, string text, Func<MirrorOptions, Task<int>> run)
    : TransferCommand<MirrorOptions>(name, text, run)
{
    /// <summary>Adds the options that select the files of the tree.</summary>
    protected void AddTree()
    {
        AddSelection();
        Value(
            "--min-age", "AGE", "none", "Skip files modified less than AGE ago: 30s, 10m, 2h, 1d", MirrorValues.Age,
            (o, v) => o with { MinAge = v });
        Value(
            "--max-depth", "N", "all", "Levels of subfolders to enter; 0 for none", MirrorValues.Depth, (o, v) => o with { MaxDepth = v });
    }

    /// <summary>Adds the option for how files are compared.</summary>
    protected void AddChecksum() =>
        Flag("--checksum", "Compare equal sizes by server hash, not by time", (o, v) => o with { Checksum = v });
}
