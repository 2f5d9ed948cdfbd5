using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Site;

/// <summary>The <c>ftpx site</c> command: parses its arguments into <see cref="SiteOptions"/>. The runner is injected.</summary>
internal sealed class SiteCommand : VerbCommand<SiteOptions>
{
    public SiteCommand(Func<SiteOptions, Task<int>> run) : base("site", "Show, clear and lay down what is known of servers.", run)
    {
        var user = Value(
            "--user", "NAME", "everybody", "For show, forget and set: only what belongs to this login.", GetValues.User,
            (o, v) => o with { User = v });
        var all = Flag("--all", "For forget: every server, settings included.", (o, v) => o with { All = v });
        var json = Flag("--json", "For list and show: one JSON object a line.", (o, v) => o with { Json = v });
        var settings = RepeatedArgument(
            "NAME=VALUE",
            "Settings; NAME= takes one away."
                + string.Concat(SiteSettingTable.All.Select(setting => $"\n{setting.Name}={setting.Value}  {setting.Text}")),
            ArgumentArity.OneOrMore, (o, v) => o with { Assignments = v });

        Subcommand("list", "List the servers of which something is remembered.", Verb(SiteVerb.List), json);
        Subcommand(
            "show", "Show all that is remembered of a server: your settings and what runs have learned.", Verb(SiteVerb.Show), Host(),
            user, json);
        Subcommand("forget", "Forget a server, settings included.", Verb(SiteVerb.Forget), Host(isOptional: true), user, all);
        Subcommand(
            "set", "Lay down settings for a server; NAME= takes one away. What is typed with ftpx get goes before them.",
            Verb(SiteVerb.Set), Host(), settings, user);
    }

    private static SiteOptions Verb(SiteVerb verb) => new() { Verb = verb };

    private Argument Host(bool isOptional = false) => Argument(
        "HOST[:PORT]", "The server, port 21 unless another is given; an address ftp://host/... does too.",
        (o, v) => o with { Host = v }, isOptional);
}
