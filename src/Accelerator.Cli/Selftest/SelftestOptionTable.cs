using System.CommandLine;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Selftest;

/// <summary>The options of <c>ftpx selftest</c>.</summary>
internal sealed class SelftestOptionTable : OptionTable
{
    public SelftestOptionTable() => Folder =
        Word(["--folder"], "FOLDER", "the current folder", "Where to write: a folder on the disk that downloads go to. It is left as it was.");

    public Option<string?> Folder { get; }
}
