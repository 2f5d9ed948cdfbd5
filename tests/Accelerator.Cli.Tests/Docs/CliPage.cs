using Accelerator.Cli.Sites;

namespace Accelerator.Cli.Tests.Docs;

/// <summary>docs/cli.md, with every table of it as the program has it.</summary>
internal static class CliPage
{
    public const string Site = "## What ftpx remembers of a server";

    public static async Task<Page> WriteAsync(JobDefinition job)
    {
        var page = Page.Read("cli.md");
        PutVerbs(page);
        PutOptions(page);
        page.Put(Site, "setting", SiteSettingTable.All.Select(setting => new[] { $"`{setting.Name}={setting.Value}`", setting.Option is null ? "none" : $"`{setting.Option}`", setting.Text }));
        page.Put(Site, "fact", SiteFactTable.All.Select(fact => new[] { $"`{fact.Name}`", null, fact.Lifetime.TotalDays >= 1 ? $"{fact.Lifetime.TotalDays} days" : $"{fact.Lifetime.TotalHours} hour" }));
        page.Put("## ftpx completion", "shell", CompletionCommand.Shells.Select(shell => new[] { $"`{shell.Key}`", $"`{shell.Value}`" }));
        page.Put("## Exit codes", "code", ExitCodes.All.Select(code => new[] { code.Value.ToString(CultureInfo.InvariantCulture), code.Name, code.Meaning }));
        (string Heading, IEnumerable<string> Lines)[] examples =
        [
            ("## JSON", JsonExamples.OfGet()), ("## ftpx mirror", JsonExamples.OfMirror()), ("## ftpx fxp", JsonExamples.OfFxp()), (Site, JsonExamples.OfSite()), ("## ftpx ls", JsonExamples.OfLs()),
            ("## ftpx probe", JsonExamples.OfProbe()), ("## ftpx serve", await JsonExamples.OfServeAsync()), ("## ftpx tune", JsonExamples.OfTune()), ("## ftpx doctor", await JsonExamples.OfDoctorAsync()),
            ("## ftpx job", JsonExamples.OfJob(job)), ("## ftpx service", JsonExamples.OfService()), ("## ftpx credential", JsonExamples.OfCredential()),
        ];
        foreach (var (heading, lines) in examples) page.PutMembers(heading, lines);
        return page;
    }

    private static void PutVerbs(Page page)
    {
        page.Put("# Command line", "command", CommandLineFixture.Commands.Select(verb => Row(verb, verb.Name)));
        foreach (var verb in CommandLineFixture.Commands.Where(verb => verb.Subcommands.Count > 0))
            page.Put(HeadingOf(verb), "command", verb.Subcommands.Select(sub => Row(sub, $"{verb.Name} {sub.Name}")));
    }

    private static void PutOptions(Page page)
    {
        foreach (var verb in CommandLineFixture.Commands.OfType<VerbCommand>())
            page.Put(HeadingOf(verb), "option", verb.Rows.Select(row => new[] { $"`{row.Usage}`", row.Default, row.Text }));
    }

    private static string HeadingOf(Command verb) => verb.Name == "site" ? Site : $"## ftpx {verb.Name}";

    private static string[] Row(Command command, string name)
    {
        var words = command.Arguments.Select(argument => (argument.Arity.MinimumNumberOfValues, argument.Arity.MaximumNumberOfValues) switch
        {
            (0, 1) => $"[{argument.Name}]",
            (0, _) => $"[{argument.Name} ...]",
            (_, 1) => argument.Name,
            _ => $"{argument.Name} ...",
        });
        // "ftpx ftp" reads its words itself.
        var more = command.Subcommands.Count > 0 || command.Action is null ? ["..."] : Array.Empty<string>();
        return [$"`ftpx {string.Join(' ', [name, .. words, .. more])}`", command.Description!];
    }
}
