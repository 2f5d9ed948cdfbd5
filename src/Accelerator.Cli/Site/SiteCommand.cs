using System.CommandLine;
using Accelerator.Cli.Sites;

namespace Accelerator.Cli.Site;

/// <summary><c>ftpx site</c>: words to <see cref="SiteOptions"/>, and nothing else. The work is injected.</summary>
internal static class SiteCommand
{
    /// <summary>The command with its four verbs; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<SiteOptions, Task<int>> run) => new("site", "Show, clear and lay down what is known of servers.")
    {
        List(run), Show(run), Forget(run), Set(run),
    };

    private static Command List(Func<SiteOptions, Task<int>> run)
    {
        var table = new SiteOptionTable();
        var command = new Command("list", "List the servers of which something is remembered.") { table.Json };
        command.SetAction((parsed, _) => run(new SiteOptions { Verb = SiteVerb.List, Json = parsed.GetValue(table.Json) }));
        return command;
    }

    private static Command Show(Func<SiteOptions, Task<int>> run)
    {
        var (table, host) = (new SiteOptionTable(), Host(ArgumentArity.ExactlyOne));
        var command = new Command("show", "Show all that is remembered of a server: your settings and what runs have learned.") { host, table.User, table.Json };
        command.SetAction((parsed, _) => run(new SiteOptions
        {
            Verb = SiteVerb.Show,
            Host = parsed.GetValue(host),
            User = parsed.GetValue(table.User),
            Json = parsed.GetValue(table.Json),
        }));
        return command;
    }

    private static Command Forget(Func<SiteOptions, Task<int>> run)
    {
        var (table, host) = (new SiteOptionTable(), Host(ArgumentArity.ZeroOrOne));
        var command = new Command("forget", "Forget a server, settings included.") { host, table.User, table.All };
        command.SetAction((parsed, _) => run(new SiteOptions
        {
            Verb = SiteVerb.Forget,
            Host = parsed.GetValue(host),
            User = parsed.GetValue(table.User),
            All = parsed.GetValue(table.All),
        }));
        return command;
    }

    private static Command Set(Func<SiteOptions, Task<int>> run)
    {
        var (table, host) = (new SiteOptionTable(), Host(ArgumentArity.ExactlyOne));
        var settings = new Argument<string[]>("NAME=VALUE")
        {
            Arity = ArgumentArity.OneOrMore,
            Description = string.Join('\n', SiteSettingTable.All.Select(setting => $"{setting.Name}={setting.Value}  {setting.Text}").Prepend("Settings; NAME= takes one away.")),
        };
        var command = new Command("set", "Lay down settings for a server; NAME= takes one away. What is typed with ftpx get goes before them.") { host, settings, table.User };
        command.SetAction((parsed, _) => run(new SiteOptions
        {
            Verb = SiteVerb.Set,
            Host = parsed.GetValue(host),
            User = parsed.GetValue(table.User),
            Assignments = parsed.GetValue(settings) ?? [],
        }));
        return command;
    }

    private static Argument<string?> Host(ArgumentArity arity) => new("HOST[:PORT]")
    {
        Arity = arity,
        Description = "The server, port 21 unless another is given; an address ftp://host/... does too.",
    };
}
