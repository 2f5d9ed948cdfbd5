namespace Accelerator.Cli.Tests.Help;

/// <summary>The help fits a terminal and contains every option.</summary>
public sealed class HelpTests : CommandLineFixture
{
    private const int Columns = 80;

    public static TheoryData<string> AllCommands => [.. Commands.SelectMany(command => command.Subcommands.Select(sub => $"{command.Name} {sub.Name}").Prepend(command.Name))];

    [Fact]
    public async Task The_overview_fits_a_terminal_of_thirty_rows()
    {
        Assert.Equal(ExitCodes.Ok, await FtpxAsync(["--help"]));
        var overview = TakeOut();
        AssertFits(overview, 30);
        Assert.All(["get", "mirror", "ls", "probe", "job", "doctor"], name => Assert.Contains($"\n  {name} ", overview, StringComparison.Ordinal));
        Assert.Contains("ftpx help commands", overview, StringComparison.Ordinal);
        Assert.Equal(ExitCodes.Ok, await FtpxAsync(["help"]));
        Assert.Equal(overview, TakeOut());
        Assert.Equal(ExitCodes.Usage, await FtpxAsync([]));
        Assert.Equal(overview, Out);
    }

    [Theory]
    [MemberData(nameof(AllCommands))]
    public async Task The_help_of_a_command_fits_sixty_rows_of_eighty_columns(string command)
    {
        Assert.Equal(ExitCodes.Ok, await FtpxAsync([.. command.Split(' '), "--help"]));
        var help = TakeOut();
        AssertFits(help, 60);
        Assert.Contains($"\nUsage: ftpx {command}", help, StringComparison.Ordinal);
        Assert.All(ExitCodes.All, code => Assert.DoesNotContain(code.Meaning, help, StringComparison.Ordinal));
        Assert.Equal(ExitCodes.Ok, await FtpxAsync(["help", .. command.Split(' ')]));
        // The exit codes are a separate help topic.
        if (command != "exit-codes") Assert.Equal(help, Out);
    }

    [Theory]
    [MemberData(nameof(AllCommands))]
    public async Task The_complete_help_has_every_option_with_its_default(string command)
    {
        Assert.Equal(ExitCodes.Ok, await FtpxAsync([.. command.Split(' '), "--help", "all"]));
        var help = TakeOut();
        AssertFits(help, int.MaxValue);
        var options = Find(command).Options;
        foreach (var row in Commands.OfType<VerbCommand>().SelectMany(verb => verb.Rows).Where(row => options.Contains(row.Option)))
        {
            var shown = row.Default is "off" or "none" ? $"{row.Usage} {row.Text}" : $"{row.Usage} {row.Text} [default: {row.Default}]";
            Assert.Contains(shown, OneLine(help), StringComparison.Ordinal);
        }
        Assert.Equal(ExitCodes.Ok, await FtpxAsync(["help", .. command.Split(' '), "all"]));
        Assert.Equal(help, Out);
    }

    [Fact]
    public async Task Options_for_special_cases_are_left_to_the_complete_help()
    {
        await FtpxAsync(["get", "--help"]);
        Assert.DoesNotContain("--timeout-stall", Out, StringComparison.Ordinal);
        Assert.Contains($"{RowsOf("get").Count(row => row.Group.IsAdvanced)} more options: ftpx get --help all.", Out, StringComparison.Ordinal);
    }

    /// <summary>Each of the five commands that transfer has three examples, and a command with subcommands two.</summary>
    [Fact]
    public async Task Every_example_is_a_command_line_that_is_accepted()
    {
        const int taken = 77;
        Assert.All(Commands.OfType<VerbCommand>(), verb => Assert.True(verb.Examples.Count >= (verb.Rows.Any(row => row.Group.IsAdvanced) ? 3 : 1), verb.Name));
        foreach (var example in Commands.OfType<VerbCommand>().SelectMany(verb => verb.Examples))
        {
            using var process = new TestEnvironment();
            var words = Regex.Matches(example.Line["ftpx ".Length..], "\"[^\"]+\"|[^ ]+").Select(word => word.Value.Trim('"'));
            var root = new RootCommand();
            foreach (var command in FtpxCommand.Commands(process.Value))
            {
                foreach (var one in command.Subcommands.Prepend(command).Where(one => one.Action is not null)) one.SetAction(_ => taken);
                root.Add(command);
            }
            var parsed = root.Parse([.. words]);
            Assert.True(parsed.Errors.Count == 0 && await parsed.InvokeAsync() == taken, $"{example.Line}: {string.Join(' ', parsed.Errors)}");
        }
    }

    /// <summary>A command line is parsed with the command alone that the table has under its first word.</summary>
    [Fact]
    public void The_table_has_each_command_under_its_name()
    {
        using var process = new TestEnvironment();
        Assert.All(FtpxCommand.Table(process.Value), row => Assert.Equal(row.Name, row.Create().Name));
    }

    [Theory]
    [InlineData("commands", "  credential ")]
    [InlineData("exit-codes", "  130  cancelled ")]
    [InlineData("environment", "  FTPX_PASSWORD\n")]
    public async Task A_topic_is_shown(string topic, string part)
    {
        Assert.Equal(ExitCodes.Ok, await FtpxAsync(["help", topic]));
        Assert.Contains(part, Out.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        AssertFits(Out, int.MaxValue);
    }

    [Theory]
    [InlineData("gett")]
    [InlineData("tune gett")]
    public async Task An_unknown_topic_is_a_usage_error(string words)
    {
        Assert.Equal(ExitCodes.Usage, await FtpxAsync(["help", .. words.Split(' ')]));
        Assert.Equal("", Out);
        Assert.Contains("\"gett\" is neither a command nor a help topic. Try: ftpx help commands", Err, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("job outage add", "\"add\" is one word too many. Run: ftpx help job outage")]
    [InlineData("get extra all", "\"extra\" is one word too many. Run: ftpx help get")]
    [InlineData("get all extra", "\"extra\" is one word too many. Run: ftpx help get all")]
    [InlineData("commands all", "\"all\" is one word too many. Run: ftpx help commands")]
    [InlineData("all extra", "\"extra\" is one word too many. Run: ftpx help all")]
    public async Task A_word_too_many_is_named_with_the_command_to_run(string words, string sentence)
    {
        Assert.Equal(ExitCodes.Usage, await FtpxAsync(["help", .. words.Split(' ')]));
        Assert.Equal("", Out);
        Assert.Equal($"ftpx: error: {sentence}\n", Err);
    }

    [Fact]
    public async Task The_list_of_commands_has_all_of_them()
    {
        await FtpxAsync(["help", "commands"]);
        Assert.All(Commands, command => Assert.Contains($" {command.Name} {command.Description}", OneLine(Out), StringComparison.Ordinal));
    }

    /// <summary>Every variable that the source reads by a literal name is in the table.</summary>
    [Fact]
    public void The_table_of_environment_variables_is_complete()
    {
        var named = EnvironmentVariables.All.SelectMany(variable => variable.Name.Split(", ")).ToHashSet();
        var read =
            from project in (string[])["Accelerator.Cli", "Accelerator.Engine"]
            from file in Directory.EnumerateFiles(Path.Combine(CheckoutFiles.Root, "src", project), "*.cs", SearchOption.AllDirectories)
            from match in Regex.Matches(File.ReadAllText(file), "[vV]ariable\\(\"(\\w+)\"\\)|\"(FTPX_[A-Z_]+[A-Z])\"|Find\\(variable, \"(\\w+)\"")
            select match.Groups[1].Value + match.Groups[2].Value + match.Groups[3].Value;
        var all = read.Distinct().ToList();
        Assert.True(all.Count > 10, $"Only {all.Count} variables were found.");
        Assert.All(all, name => Assert.Contains(name, named));
    }

    private static Command Find(string path) =>
        path.Split(' ').Aggregate((Command?)null, (command, name) => (command?.Subcommands ?? (IEnumerable<Command>)Commands).Single(one => one.Name == name))!;

    private static string OneLine(string text) => string.Join(' ', text.Split([' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries));

    private static void AssertFits(string text, int rows)
    {
        var lines = text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
        Assert.True(lines.Length <= rows, $"{lines.Length} rows, at most {rows}:\n{text}");
        Assert.All(lines, line => Assert.True(line.Length <= Columns, $"{line.Length} columns: {line}"));
    }
}
