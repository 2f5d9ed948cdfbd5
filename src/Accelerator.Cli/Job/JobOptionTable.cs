using System.CommandLine;
using Accelerator.Cli.Commands;

namespace Accelerator.Cli.Job;

/// <summary>The options of the <c>ftpx job</c> commands.</summary>
internal sealed class JobOptionTable : OptionTable
{
    public JobOptionTable() => Json = Flag("--json", "One JSON object a line.");

    public Option<bool> Json { get; }
}
