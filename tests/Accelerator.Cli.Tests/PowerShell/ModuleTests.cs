namespace Accelerator.Cli.Tests.PowerShell;

/// <summary>
/// The form of the module in <c>installer/powershell</c>, and that ftpx supports what the module calls. Interop tests run it in PowerShell 7, as
/// docs/powershell.md states.
/// </summary>
public sealed partial class ModuleTests
{
    private static readonly string Module = CheckoutFiles.Read("installer/powershell/Ftpx/Ftpx.psm1");
    private static readonly string Manifest = CheckoutFiles.Read("installer/powershell/Ftpx/Ftpx.psd1");

    // The verbs from Get-Verb that such a module can need.
    private static readonly string[] ApprovedVerbs = ["Add", "Clear", "Compare", "Confirm", "ConvertFrom", "ConvertTo", "Copy", "Export", "Find", "Get", "Import", "Invoke", "Measure", "New", "Receive", "Remove", "Resolve", "Restart", "Restore", "Resume", "Select", "Set", "Start", "Stop", "Suspend", "Sync", "Test", "Wait", "Skip"];

    // Functions that pass options on, for several commands.
    private static readonly string[] Shared = ["Invoke-FtpxAs", "Get-FtpxDataOption", "ConvertTo-FtpxOption"];

    private static readonly Dictionary<string, IReadOnlyList<OptionRow>> Tables =
        ((string[])["get", "ls", "stat", "du", "find", "diff", "cat", "mirror", "fxp", "probe", "history", "job", "tune"]).ToDictionary(verb => verb, CommandLineFixture.RowsOf);

    private static readonly List<Function> Functions = [.. FunctionStart().Matches(Module).Select(match => new Function(match.Groups[1].Value, BodyOf(match.Index)))];

    private static List<Function> Documented => [.. Functions.Where(function => function.Body.Contains(".SYNOPSIS"))];

    [Theory]
    [InlineData("installer/powershell/Ftpx/Ftpx.psm1")]
    [InlineData("installer/powershell/Ftpx/Ftpx.psd1")]
    [InlineData("src/Accelerator.Cli/Completion/completion.ps1")]
    public void Each_file_closes_what_it_opens_and_is_ASCII(string path)
    {
        // Windows PowerShell reads a file without a byte order mark in the computer's code page.
        var text = CheckoutFiles.Read(path);
        Assert.All(text, letter => Assert.InRange(letter, '\n', '~'));
        var read = path.EndsWith("completion.ps1", StringComparison.Ordinal) ? text.Replace("[suggest:$position]", "") : text;
        Assert.NotEmpty(new PowerShellText(read).Strings);
    }

    public static TheoryData<string> Unclosed => ["if ($a) { 'b' ", "if ($a) { 'b' )", "'b", "\"b", "<# b", "$a }"];

    [Theory]
    [MemberData(nameof(Unclosed))]
    public void The_reader_finds_what_does_not_close(string text) => Assert.Throws<FormatException>(() => new PowerShellText(text));

    [Fact]
    public void What_is_exported_is_what_the_manifest_lists_and_each_has_help_with_an_example_and_every_parameter()
    {
        var listed = Names(Regex.Match(Manifest, @"FunctionsToExport = @\((.*?)\)", RegexOptions.Singleline).Groups[1].Value);
        var exported = Names(Regex.Match(Module, @"Export-ModuleMember -Function @\((.*?)\)", RegexOptions.Singleline).Groups[1].Value);
        Assert.True(listed.Count > 4);
        Assert.Equal(listed, exported);
        Assert.Equal(listed.Order(), Documented.Select(function => function.Name).Order());
        Assert.All(["CmdletsToExport", "VariablesToExport", "AliasesToExport"], member => Assert.Contains($"{member} = @()", Manifest));
        foreach (var function in Documented)
        {
            Assert.Contains(".DESCRIPTION", function.Body);
            Assert.Contains(".EXAMPLE\n    ", function.Body);
            var explained = Regex.Matches(function.Body, @"^    \.PARAMETER (\w+)$", RegexOptions.Multiline).Select(match => match.Groups[1].Value);
            Assert.Equal(ParametersOf(function), explained);
        }
    }

    [Fact]
    public void Verbs_are_approved_nouns_have_our_prefix_and_changing_functions_support_confirmation() => Assert.All(Functions, function =>
    {
        var parts = function.Name.Split('-');
        Assert.Contains(parts[0], ApprovedVerbs);
        Assert.StartsWith("Ftpx", parts[1], StringComparison.Ordinal);
        var changes = parts[0] is "Receive" or "Clear" or "Set" or "Confirm" or "Restore" or "Sync" or "Copy" or "Start" or "Suspend" or "Resume" or "Restart"
            or "Skip" or "Add" or "Remove" or "New";
        Assert.Equal(changes, function.Body.Contains("SupportsShouldProcess = $true"));
        Assert.Equal(changes, function.Body.Contains("$PSCmdlet.ShouldProcess("));
    });

    /// <summary>
    /// Each quoted string that looks like an option is an option of the command that the function runs, or of its subcommand; each switch
    /// of a function passes one.
    /// </summary>
    [Fact]
    public void Every_option_that_is_passed_exists()
    {
        var count = 0;
        foreach (var function in Functions)
        {
            var strings = new PowerShellText(function.Body).Strings;
            var options = strings.Where(word => word.StartsWith("--", StringComparison.Ordinal)).Select(word => word.Split('=')[0]).ToList();
            if (options.Count == 0 || Shared.Contains(function.Name)) continue;
            // The first of them: history is also a subcommand.
            var verb = strings.First(Tables.ContainsKey);
            var command = CommandLineFixture.Commands.Single(known => known.Name == verb);
            // The first of them: ftpx job outage takes list as an argument.
            var below = strings.Select(word => command.Subcommands.SingleOrDefault(known => known.Name == word)).FirstOrDefault(known => known is not null);
            Assert.Equal(command.Subcommands.Count > 0, below is not null);
            Assert.All(options, option => Assert.Contains((below ?? command).Options, known => known.Name == option));
            count += options.Count;
        }
        Assert.True(count > 20);
        Assert.All(["get", "ls", "stat", "du", "find", "diff", "cat", "mirror", "probe"], verb => Assert.Contains(Tables[verb], row => row.Option.Name == "--user"));
        Assert.All(
            CommandLineFixture.Commands.Single(known => known.Name == "job").Subcommands.Where(known => known.Name is not ("validate" or "init")),
            verb => Assert.Contains(verb.Options, option => option.Name == "--data"));
    }

    /// <summary>Each verb that follows <c>ftpx tune</c> or <c>ftpx job</c> exists, and each of them has a function.</summary>
    [Theory]
    [InlineData("tune", "list", "export")]
    [InlineData("job")]
    public void Every_verb_of_a_command_exists(string command, params string[] without)
    {
        var verbs = CommandLineFixture.Commands.Single(known => known.Name == command).Subcommands.Select(known => known.Name);
        var used = Regex.Matches(Module, $"'{command}', '(\\w+)'").Select(match => match.Groups[1].Value).Distinct();
        Assert.Equal(verbs.Except(without).Order(), used.Order());
    }

    /// <summary>The ranges of numbers are those of the options, so that a wrong number is refused before anything runs.</summary>
    [Fact]
    public void Numbers_have_the_range_of_their_option()
    {
        var ranges = Functions.SelectMany(function => Regex.Matches(function.Body, @"ValidateRange\(1, 64\)\]\s+\[int\] \$(\w+)").Select(match => (function.Name, Parameter: match.Groups[1].Value))).ToList();
        Assert.Contains(("Sync-FtpxFolder", "Parallel"), ranges);
        foreach (var (name, parameter) in ranges)
        {
            var verb = Assert.Single(new PowerShellText(Functions.Single(function => function.Name == name).Body).Strings.Distinct(), Tables.ContainsKey);
            var option = Tables[verb].Single(row => row.Option.Name.Replace("-", "").Equals(parameter, StringComparison.OrdinalIgnoreCase)).Option;
            Assert.Empty(new Command("c") { option }.Parse([option.Name, "64"]).Errors);
            Assert.NotEmpty(new Command("c") { option }.Parse([option.Name, "65"]).Errors);
        }
    }

    [Fact]
    public void No_alias_is_made_or_used_and_nothing_is_evaluated()
    {
        var code = new PowerShellText(Module).Code;
        Assert.DoesNotMatch(@"(?i)\b(Set-Alias|New-Alias|Invoke-Expression|iex)\b|\[Alias\(", code);
        Assert.DoesNotMatch(@"(?im)(\||^|\{)\s*(\?|%|where|select|sort|ft|fl|gc|gci|gcm|echo|write)\s|\|\s*foreach\s", code);
        Assert.Contains("& $program @Arguments", code);
    }

    [Fact]
    public void The_page_names_functions_and_options_that_exist()
    {
        var page = CheckoutFiles.Read("docs/powershell.md");
        var named = Regex.Matches(page, @"\b[A-Z]\w+-Ftpx\w+").Select(match => match.Value).Distinct().ToList();
        Assert.Equal(Documented.Select(function => function.Name).Order(), named.Order());
        var options = Regex.Matches(page, @"(?<![\w-])--[a-z][a-z-]+").Select(match => match.Value).Distinct();
        var known = Tables.Values.SelectMany(table => table).Select(row => row.Option.Name).ToHashSet();
        Assert.All(options, option => Assert.Contains(option, known));
    }

    private static IEnumerable<string> ParametersOf(Function function)
    {
        var code = new PowerShellText(function.Body).Code;
        var start = code.IndexOf("param(", StringComparison.Ordinal);
        return Regex.Matches(code[start..EndOfParentheses(code, start)], @"^        \[[\w.\[\]]+\] \$(\w+)", RegexOptions.Multiline).Select(match => match.Groups[1].Value);
    }

    private static int EndOfParentheses(string code, int start)
    {
        var depth = 0;
        for (var i = start; ; i++)
        {
            if (code[i] == '(') depth++;
            if (code[i] == ')' && --depth == 0) return i;
        }
    }

    private static List<string> Names(string text) => [.. Regex.Matches(text, @"'([\w-]+)'").Select(match => match.Groups[1].Value)];

    // Functions begin and end in the first column.
    private static string BodyOf(int start) => Module[start..(Module.IndexOf("\n}\n", start, StringComparison.Ordinal) + 3)];

    [GeneratedRegex(@"^function ([\w-]+) \{$", RegexOptions.Multiline)]
    private static partial Regex FunctionStart();

    private sealed record Function(string Name, string Body);
}
