using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Site;

/// <summary>The options of the <c>ftpx site</c> commands; each takes those that mean something to it.</summary>
internal sealed class SiteOptionTable : OptionTable
{
    public SiteOptionTable()
    {
        User = Value("--user", "NAME", "everybody", "For show, forget and set: only what belongs to this login.", GetValues.User);
        All = Flag("--all", "For forget: every server, settings included.");
        Json = Flag("--json", "For list and show: one JSON object a line.");
    }

    public Option<string?> User { get; }

    public Option<bool> All { get; }

    public Option<bool> Json { get; }
}
