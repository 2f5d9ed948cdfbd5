namespace Accelerator.Cli.Tests.Docs;

/// <summary>ftpx(1) is generated from the same tables as the help.</summary>
public sealed class ManPageTests
{
    [Fact]
    public void The_page_has_every_command_option_exit_code_and_variable()
    {
        var text = Page().Check();
        Assert.All(text.Split('\n').Where(line => line.StartsWith('.')), line => Assert.Matches("^\\.(TH|SH|SS|PP|TP|nf|fi|nh|ad|br)\\b", line));
        var plain = text.Replace("\\-", "-");
        var commands = CommandLineFixture.Commands.SelectMany(command => command.Subcommands.Prepend(command));
        Assert.All(commands, command => Assert.Contains($".SS \"{HelpPage.UsageOf(command)}\"\n", plain, StringComparison.Ordinal));
        Assert.All(CommandLineFixture.Commands.OfType<VerbCommand>().SelectMany(verb => verb.Rows), row => Assert.Contains($"\\fB{row.Usage}\\fR\n{row.Text}", plain, StringComparison.Ordinal));
        Assert.All(ScriptOptionTable.All, row => Assert.Contains($"\\fB{row.Usage}\\fR\n{row.Text}", plain, StringComparison.Ordinal));
        Assert.All(ExitCodes.All, code => Assert.Contains($"\\fB{code.Value} {code.Name}\\fR\n{code.Meaning}", plain, StringComparison.Ordinal));
        Assert.All(EnvironmentVariables.All, variable => Assert.Contains($"\\fB{variable.Name}\\fR\n", plain, StringComparison.Ordinal));
    }

    private static ManPage Page()
    {
        var page = new ManPage("ftpx", 1, "download files from FTP servers over parallel connections");
        page.Section("Synopsis");
        page.Paragraph("ftpx COMMAND ...");
        page.Section("Commands");
        var shared = ReferencePages.SharedOptions();
        foreach (var command in CommandLineFixture.Commands.SelectMany(command => command.Subcommands.Prepend(command))) AddCommand(page, command, shared);
        page.Section("Options of several commands");
        foreach (var option in shared)
        {
            var cells = option.Key.Split('\n');
            page.Item(cells[0].Trim('`'), $"{cells[2]}{DefaultOf(cells[1])} ({string.Join(", ", option)})");
        }
        page.Section("Exit status");
        foreach (var code in ExitCodes.All) page.Item($"{code.Value} {code.Name}", code.Meaning);
        page.Section("Environment");
        foreach (var variable in EnvironmentVariables.All) page.Item(variable.Name, variable.Meaning);
        page.Section("See also");
        page.Paragraph("ftpxd(8)");
        return page;
    }

    private static void AddCommand(ManPage page, Command command, ILookup<string, string> shared)
    {
        page.Subsection(HelpPage.UsageOf(command));
        page.Paragraph(command.Description!);
        if (command.Name == "ftp")
        {
            foreach (var option in ScriptOptionTable.All) page.Item(option.Usage, option.Text);
        }
        var verb = command as VerbCommand;
        if (verb is not null) page.Block(verb.Examples.Select(example => example.Line));
        foreach (var argument in command.Arguments) page.Item(argument.Name, Regex.Replace(argument.Description!, "  +", ": ").Replace("\n", "\n.br\n"));
        foreach (var row in HelpPage.GroupsOf(command).SelectMany(group => group))
        {
            if (verb is null || !shared.Contains(ReferencePages.KeyOf(row))) page.Item(row.Usage, row.Text + DefaultOf(row.Default));
        }
        var others = shared.Where(option => option.Contains(command.Name)).Select(option => option.Key.Split('\n')[0].Trim('`').Split(' ')[0]).ToList();
        if (verb is not null && others.Count > 0) page.Paragraph($"Options of several commands: {string.Join(", ", others)}.");
    }

    private static string DefaultOf(string @default) => @default is "off" or "none" ? "" : $" [default: {@default}]";
}
