using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Tuning.Exporting;

namespace Accelerator.Cli.Tune;

/// <summary>The options of the <c>ftpx tune</c> commands; each takes those that mean something to it.</summary>
internal sealed class TuneOptionTable : OptionTable
{
    public TuneOptionTable()
    {
        WhatIf = Flag("--what-if", "For apply: print the plan and change nothing.");
        Yes = Flag("--yes", "For apply and rollback: change it without asking.");
        Force = Flag("--force", "For rollback: set back what somebody else has changed since, too.");
        RestartAdapters = Flag("--restart-adapters", "For apply and rollback: restart the adapters whose values were changed, each once. After apply, everything is set back unless ftpx tune confirm is typed in time.");
        ConfirmWithin = Value("--confirm-within", "MINUTES", "5 with --restart-adapters, otherwise none", "For apply: set everything back after MINUTES (1 to 1440) unless ftpx tune confirm is typed before.", TuneValues.Trial);
        UnlessConfirmed = Flag("--unless-confirmed", "For rollback, as the timer calls it: do nothing where the tuning was confirmed.");
        Format = Value("--format", "FORMAT", "ps1 on Windows, sh on Linux", "For export: netsh, ps1, reg, sh or json.", TuneValues.Format);
        Json = Flag("--json", "One JSON object a line.");
    }

    public Option<bool> WhatIf { get; }

    public Option<bool> Yes { get; }

    public Option<bool> Force { get; }

    public Option<bool> RestartAdapters { get; }

    public Option<TimeSpan?> ConfirmWithin { get; }

    public Option<bool> UnlessConfirmed { get; }

    public Option<ScriptFormat?> Format { get; }

    public Option<bool> Json { get; }
}
