using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Site;

/// <summary>The <c>ftpx site</c> command: parses its arguments into <see cref="SiteOptions"/>. The runner is injected.</summary>
internal sealed class SiteCommand : VerbCommand<SiteOptions>
{
    /// <summary>The argument that names a server by its host, its URL or its name.</summary>
    public const string Host = "HOST[:PORT]";

    /// <summary>The argument that is the name of a server.</summary>
    public const string Server = "NAME";

    public SiteCommand(Func<SiteOptions, Task<int>> run) : base("site", "View, edit and clear per-server settings", run)
    {
        Example("ftpx site add lab ftp://kim@ftp.example.org/pub", "name a server");
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
        var initial = RepeatedArgument(
            "NAME=VALUE", "Settings, as for ftpx site set", ArgumentArity.ZeroOrMore, (o, v) => o with { Assignments = v });
        var url = Argument("URL", "Folder that paths start from: ftp://user@host/dir; no password", (o, v) => o with { Url = v });

        Subcommand("add", "Name a server, so that NAME:path is an address", Verb(SiteVerb.Add),
            NameArgument("2 to 64 letters, digits, dots, hyphens and underscores"), url, initial);
        Subcommand("remove", "Remove the name of a server", Verb(SiteVerb.Remove), NameArgument("The name of the server"));
        Subcommand("list", "List named servers and servers with stored data", Verb(SiteVerb.List), json);
        Subcommand("show", "Show what is stored for a server: settings and measurements", Verb(SiteVerb.Show), HostArgument(), user, json);
        Subcommand("forget", "Delete what is stored for a server", Verb(SiteVerb.Forget), HostArgument(isOptional: true), user, all);
        Subcommand("set", "Change settings of a server", Verb(SiteVerb.Set), HostArgument(), settings, user);
    }

    private static SiteOptions Verb(SiteVerb verb) => new() { Verb = verb };

    // One for each command, because the completions differ.
    private Argument NameArgument(string text) => Argument(Server, text, (o, v) => o with { Name = v });

    private Argument HostArgument(bool isOptional = false) => Argument(
        Host, "The server: its host, URL or NAME: [default port: 21 to set, any to show and forget]",
        (o, v) => o with { Host = v }, isOptional);
}
