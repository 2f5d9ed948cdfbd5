using System.CommandLine;
using Accelerator.Cli.Commands;

namespace Accelerator.Cli.Tune;

/// <summary>The options of the <c>ftpx tune</c> commands; each takes those that mean something to it.</summary>
internal sealed class TuneOptionTable : OptionTable
{
    public TuneOptionTable()
    {
        WhatIf = Flag("--what-if", "For apply: print the plan and change nothing.");
        Yes = Flag("--yes", "For apply and rollback: change it without asking.");
        Force = Flag("--force", "For rollback: set back what somebody else has changed since, too.");
        Json = Flag("--json", "One JSON object a line.");
    }

    public Option<bool> WhatIf { get; }

    public Option<bool> Yes { get; }

    public Option<bool> Force { get; }

    public Option<bool> Json { get; }
}
