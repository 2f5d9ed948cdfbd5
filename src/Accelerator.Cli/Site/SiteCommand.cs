using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Site;

/// <summary>The <c>ftpx site</c> command: parses its arguments into <see cref="SiteOptions"/>. The runner is injected.</summary>
internal sealed class SiteCommand : VerbCommand<SiteOptions>
{
    public SiteCommand(Func<SiteOptions, Task<int>> run) : base("site", "View, edit and clear per-server settings", run)
    {
        Example("ftpx site set ftp.example.org charset=cp949 streams=8", "change two settings");
        Example("ftpx site set ftp.example.org streams=", "remove one");
        Example("ftpx site show ftp.example.org", "settings and measurements");
        var user = Value(
            "--user", "NAME", "all users", "Only what is stored for this login", GetValues.User, (o, v) => o with { User = v });
        var all = Flag("--all", "Every server, settings included", (o, v) => o with { All = v });
        var json = Flag("--json", JsonText, (o, v) => o with { Json = v });
        var width = SiteSettingTable.All.Max(setting => setting.Usage.Length);
        var settings = RepeatedArgument(
            "NAME=VALUE",
            "Settings; NAME= removes one"
                + string.Concat(SiteSettingTable.All.Select(setting => $"\n{setting.Usage.PadRight(width)}  {setting.Text}")),
            ArgumentArity.OneOrMore, (o, v) => o with { Assignments = v });

        Subcommand("list", "List the servers with stored data", Verb(SiteVerb.List), json);
        Subcommand("show", "Show what is stored for a server: settings and measurements", Verb(SiteVerb.Show), Host(), user, json);
        Subcommand("forget", "Delete what is stored for a server", Verb(SiteVerb.Forget), Host(isOptional: true), user, all);
        Subcommand("set", "Change settings of a server", Verb(SiteVerb.Set), Host(), settings, user);
    }

    private static SiteOptions Verb(SiteVerb verb) => new() { Verb = verb };

    private Argument Host(bool isOptional = false) => Argument(
        "HOST[:PORT]", "The server, by name or URL [default port: 21 to set, any to show and forget]",
        (o, v) => o with { Host = v }, isOptional);
}
