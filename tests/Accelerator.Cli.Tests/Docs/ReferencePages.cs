using Accelerator.Cli.Sites;

namespace Accelerator.Cli.Tests.Docs;

/// <summary>Builds the reference pages with every table and every example as the program generates them.</summary>
internal static class ReferencePages
{
    private const string Shared = "## Shared options";

    private static IEnumerable<VerbCommand> Verbs => CommandLineFixture.Commands.OfType<VerbCommand>();

    /// <summary>docs/commands.md.</summary>
    public static Page Commands()
    {
        var page = Page.Read("commands.md");
        page.Put("# Commands", "command", CommandLineFixture.Commands.Select(Row));
        var shared = SharedOptions();
        page.Put(Shared, "option", shared.Select(option => (string[])[.. option.Key.Split('\n'), string.Join(", ", option)]));
        foreach (var verb in Verbs)
        {
            page.PutBlock(HeadingOf(verb), verb.Examples.Select(example => $"{example.Line.PadRight(verb.Examples.Max(one => one.Line.Length))}  {example.Text}"));
            if (verb.Subcommands.Count > 0) page.Put(HeadingOf(verb), "command", verb.Subcommands.Select(Row));
            page.Put(HeadingOf(verb), "option", from row in verb.Rows where verb.Subcommands.Count > 0 || !shared.Contains(KeyOf(row)) select CellsOf(verb, row));
        }
        page.Put("## ftpx site", "setting", SiteSettingTable.All.Select(setting => new[] { $"`{setting.Usage}`", setting.Option is null ? "none" : $"`{setting.Option}`", setting.Text }));
        page.Put("## ftpx site", "fact", SiteFactTable.All.Select(fact => new[] { $"`{fact.Name}`", null, fact.Lifetime.TotalDays >= 1 ? $"{fact.Lifetime.TotalDays} days" : $"{fact.Lifetime.TotalHours} hour" }));
        page.Put("## ftpx completion", "shell", CompletionCommand.Shells.Select(shell => new[] { $"`{shell.Key}`", $"`{shell.Value}`" }));
        return page;
    }

    /// <summary>docs/json.md.</summary>
    public static async Task<Page> JsonAsync(JobDefinition job)
    {
        var page = Page.Read("json.md");
        (string Verb, IEnumerable<string> Lines)[] examples =
        [
            ("get", JsonExamples.OfGet()), ("mirror", JsonExamples.OfMirror()), ("fxp", JsonExamples.OfFxp()), ("ls", JsonExamples.OfLs()), ("stat", JsonExamples.OfStat()), ("du", JsonExamples.OfDu()), ("diff", JsonExamples.OfDiff()), ("probe", JsonExamples.OfProbe()),
            ("serve", await JsonExamples.OfServeAsync()), ("site", JsonExamples.OfSite()), ("history", JsonExamples.OfHistory()), ("tune", JsonExamples.OfTune()), ("doctor", await JsonExamples.OfDoctorAsync()),
            ("job", JsonExamples.OfJob(job)), ("service", JsonExamples.OfService()), ("credential", JsonExamples.OfCredential()),
        ];
        foreach (var (verb, lines) in examples) page.PutMembers($"## ftpx {verb}", lines);
        return page;
    }

    /// <summary>docs/exit-codes.md.</summary>
    public static Page OfExitCodes()
    {
        var page = Page.Read("exit-codes.md");
        page.Put("# Exit codes", "code", ExitCodes.All.Select(code => new[] { code.Value.ToString(CultureInfo.InvariantCulture), code.Name, code.Meaning }));
        return page;
    }

    /// <summary>docs/environment.md.</summary>
    public static Page Variables()
    {
        var page = Page.Read("environment.md");
        page.Put("# Environment variables", "variable", EnvironmentVariables.All.Select(variable => new[] { string.Join(", ", variable.Name.Split(", ").Select(name => $"`{name}`")), variable.Meaning }));
        return page;
    }

    /// <summary>The options that several commands without subcommands share with the same text, with the names of these commands.</summary>
    public static ILookup<string, string> SharedOptions()
    {
        var all = Verbs.Where(verb => verb.Subcommands.Count == 0).SelectMany(verb => verb.Rows.Select(row => (Verb: verb.Name, Key: KeyOf(row)))).ToList();
        return all.Where(option => all.Count(other => other.Key == option.Key) > 1).ToLookup(option => option.Key, option => option.Verb);
    }

    /// <summary>Returns name, default and text of an option, one per line.</summary>
    public static string KeyOf(OptionRow row) => $"`{row.Usage}`\n{row.Default}\n{row.Text}";

    private static string[] CellsOf(Command verb, OptionRow row) =>
        verb.Subcommands.Count == 0 ? KeyOf(row).Split('\n') : [.. KeyOf(row).Split('\n'), string.Join(", ", verb.Subcommands.Where(sub => sub.Options.Contains(row.Option)).Select(sub => sub.Name))];

    private static string HeadingOf(Command verb) => $"## ftpx {verb.Name}";

    private static string[] Row(Command command) => [$"`{HelpPage.UsageOf(command)}`", command.Description!];
}
