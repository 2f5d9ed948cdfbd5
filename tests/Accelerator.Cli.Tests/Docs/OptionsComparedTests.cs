namespace Accelerator.Cli.Tests.Docs;

/// <summary>docs/options-compared.md says what the program does with the options of other programs, and names only options that exist.</summary>
public sealed partial class OptionsComparedTests
{
    /// <summary>Each option of the page, typed with <c>get</c> and with <c>mirror</c>, ends as its last column says.</summary>
    [Theory]
    [InlineData("curl")]
    [InlineData("wget")]
    [InlineData("aria2")]
    [InlineData("rclone")]
    [InlineData("lftp")]
    public async Task Each_option_on_the_page_is_accepted_or_rejected_as_documented(string program)
    {
        var rows = Page.Read("options-compared.md").Table($"## {program}", "option");
        Assert.Equal(25, rows.Count);
        var wrong = new List<string>();
        foreach (var row in rows)
        {
            var ends = new List<End>();
            foreach (var typed in Code(row[0]).Where(typed => typed.StartsWith('-'))) ends.Add(await TypeAsync(typed));
            if (Kind(row[3], ends) is { } problem) wrong.Add($"{row[0]}: {problem}");
        }
        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    [Fact]
    public void What_the_page_recommends_exists()
    {
        var lines = Page.Read("options-compared.md").Lines.Where(line => line.StartsWith("| `", StringComparison.Ordinal));
        var cells = lines.Select(line => Regex.Split(line, @"(?<!\\)\|")[3]).ToList();
        Assert.Equal(125, cells.Count);
        Assert.Equal("", string.Join('\n', cells.SelectMany(Code).SelectMany(Missing).Distinct()));
    }

    [Fact]
    public void Every_hint_names_commands_that_exist_and_options_of_its_command_or_of_get_and_mirror()
    {
        Assert.True(FamiliarOptions.All.Count > 80);
        Assert.Equal([], FamiliarOptions.All.SelectMany(option => option.Names.Select(name => $"{name} {option.Only}")).GroupBy(name => name).Where(same => same.Count() > 1).Select(same => same.Key));
        var lines =
            from option in FamiliarOptions.All
            let commands = Regex.Matches(option.Hint, @"\bftpx (\w+)").Select(match => match.Groups[1].Value)
            let unknown = commands.Where(name => CommandLineFixture.Commands.All(command => command.Name != name))
            let named = option.Named().SelectMany(one => one.Command is null && option.Only is { } only ? [(only, one.Option)] : one.Command is null ? new[] { ("get", one.Option), ("mirror", one.Option) } : [(one.Command, one.Option)])
            from missing in unknown.Concat(named.Where(one => !Has(one.Item1, one.Item2)).Select(one => $"{one.Item1} {one.Item2}"))
            select $"{string.Join(' ', option.Names)}: {missing}";
        Assert.Equal("", string.Join('\n', lines));
    }

    // An option that one of the two commands has may be used with that one.
    private static string? Kind(string kind, List<End> ends) => kind switch
    {
        "works" or "differs" when ends.All(end => end.IsTaken || end.Hint is not null) && ends.Any(end => end.IsTaken) => null,
        "hint" when ends.Count > 0 && ends.All(end => end.IsTaken || end.Hint is not null) && ends.Any(end => end.Hint is not null) => null,
        "–" when ends.Count == 0 => null,
        _ => $"the page says {kind}; typed: {string.Join(", ", ends.Select(end => end.IsTaken ? "taken" : end.Hint ?? "no hint"))}",
    };

    private static async Task<End> TypeAsync(string typed)
    {
        var (taken, hint) = (false, (string?)null);
        foreach (var command in (string[])["get", "mirror"])
        {
            using var process = new TestEnvironment();
            var commands = CommandLineFixture.CommandsOf(process.Value, new GetCommand(_ => Task.FromResult(0)), new MirrorCommand(_ => Task.FromResult(0)));
            await FtpxCommand.RunAsync([command, .. typed.Split(' ').Select(Value), "ftp://h/f"], process.Value, commands);
            var answer = process.Err.ToString();
            // An option that needs another one, such as --max-delete, is known.
            taken |= !answer.Contains("unknown option", StringComparison.Ordinal);
            hint ??= Hint().Match(answer).Groups[1] is { Success: true } found ? found.Value : null;
        }
        return new End(taken, hint);
    }

    // The page writes values in capitals, after a blank or an equals sign.
    private static string Value(string word) => Regex.Replace(word, "(?<=^|=)[A-Z][A-Z:,]*$", match => match.Value switch
    {
        "N" or "SECONDS" => "5",
        "RATE" or "SIZE" => "5M",
        "AGE" or "TIME" => "5d",
        "URL" => "socks5h://host",
        _ => "x",
    });

    private static IEnumerable<string> Code(string cell) => Regex.Matches(cell, "`([^`]+)`").Select(match => match.Groups[1].Value);

    private static IEnumerable<string> Missing(string code)
    {
        var words = code.Split(' ');
        var command = words[0] == "ftpx" && words.Length > 1 ? words[1] : null;
        if (command is not null && CommandLineFixture.Commands.All(known => known.Name != command)) yield return code;
        foreach (var option in words.Where(word => word.StartsWith('-') && command != "site"))
        {
            if (command is null ? !Has("get", option) || !Has("mirror", option) : !Has(command, option)) yield return code;
        }
    }

    private static bool Has(string command, string option) => CommandLineFixture.RowsOf(command).Any(row => row.Option.Name == option || row.Option.Aliases.Contains(option));

    [GeneratedRegex("unknown option \"-[^\"]+\"\\. (.+)\n")]
    private static partial Regex Hint();

    private sealed record End(bool IsTaken, string? Hint);
}
