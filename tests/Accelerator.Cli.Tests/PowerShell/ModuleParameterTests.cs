namespace Accelerator.Cli.Tests.PowerShell;

/// <summary>
/// Each option of the commands behind the module is a parameter of its function. The parameters are written from the declared options.
/// </summary>
public sealed partial class ModuleParameterTests
{
    private const string Module = "installer/powershell/Ftpx/Ftpx.psm1";
    private const string Next = ",\n\n";

    // PowerShell has its own form of these: objects, streams, -WhatIf, -Confirm, -Credential, the pipeline and -Destination. --continue is the default.
    private static readonly string[] Elsewhere =
        ["--help", "--json", "--quiet", "--detail", "--no-color", "--dry-run", "--yes", "--password-stdin", "--continue", "--input-file", "--long", "--human", "--clear"];

    private static readonly Shape[] Functions =
    [
        new("Receive-FtpxFile", "get", ["Url", "Destination", "Credential"], "--output", "--range"),
        new("Get-FtpxChildItem", "ls", ["Url", "Recurse", "Depth", "Credential"], "--recursive", "--max-depth"),
        new("Get-FtpxItem", "stat", ["Url", "Credential"]),
        new("Measure-FtpxFolder", "du", ["Url", "Credential"]),
        new("Find-FtpxItem", "find", ["Url", "Pattern", "Credential"]),
        new("Compare-FtpxFolder", "diff", ["Url", "Destination", "Credential"]),
        new("Get-FtpxContent", "cat", ["Url", "Raw", "AsByteStream", "Encoding", "Credential"]),
        new("Sync-FtpxFolder", "mirror", ["Url", "Destination", "Credential"]),
        new("Copy-FtpxFile", "fxp", ["Source", "Destination", "Recurse", "SourceCredential", "DestinationCredential"], "--recursive"),
        new("Measure-FtpxServer", "probe", ["Url", "Credential"]),
        new("Get-FtpxHistory", "history", []),
    ];

    /// <summary>FTPX_WRITE_DOCS=1 rewrites the module.</summary>
    [Fact]
    public void Each_option_is_a_parameter_with_the_text_of_its_declaration()
    {
        var module = CheckoutFiles.Read(Module);
        var written = Functions.Aggregate(module, Written);
        var paths = Functions.SelectMany(OptionsOf).Where(row => row.Option.HelpName is "FILE" or "DIR" or "FOLDER" or "PATH")
            .Select(row => $"'{NameOf(row)}'").Distinct().Order(StringComparer.Ordinal);
        written = PathParameters().Replace(written, $"$script:PathParameters = @({string.Join(", ", paths)})");
        if (Environment.GetEnvironmentVariable("FTPX_WRITE_DOCS") == "1") File.WriteAllText(Path.Combine(CheckoutFiles.Root, Module), written);
        Assert.Equal(written, module);
    }

    // LimitRate is --limit-rate for the module, which splits the name before each capital.
    [Fact]
    public void The_name_of_a_parameter_leads_back_to_its_option() => Assert.All(Functions.SelectMany(OptionsOf), row =>
        Assert.Equal(row.Option.Name, "--" + Capital().Replace(NameOf(row), "-$1").ToLowerInvariant()));

    private static string Written(string module, Shape shape)
    {
        var start = module.IndexOf($"function {shape.Function} {{", StringComparison.Ordinal);
        var end = module.IndexOf("\n}\n", start, StringComparison.Ordinal);
        var body = module[start..end];

        var rows = OptionsOf(shape).ToList();
        var help = HelpEntry().Matches(body).Where(entry => shape.Own.Contains(entry.Groups[1].Value)).Select(entry => entry.Value)
            .Concat(rows.Select(row => $"    .PARAMETER {NameOf(row)}\n    {TextOf(row)}\n"));
        body = HelpEntries().Replace(body, string.Concat(help).Replace("$", "$$"), 1);

        var begin = body.IndexOf("    param(\n", StringComparison.Ordinal) + "    param(\n".Length;
        var close = body.IndexOf("\n    )\n", begin, StringComparison.Ordinal);
        var parameters = body[begin..close].Split(Next).Where(entry => shape.Own.Contains(ParameterName().Matches(entry)[^1].Groups[1].Value))
            .Concat(rows.Select(Declaration));
        return module[..start] + body[..begin] + string.Join(Next, parameters) + body[close..] + module[end..];
    }

    private static IEnumerable<OptionRow> OptionsOf(Shape shape) => CommandLineFixture.RowsOf(shape.Verb)
        .Where(row => !Elsewhere.Contains(row.Option.Name) && !shape.Without.Contains(row.Option.Name));

    private static string NameOf(OptionRow row) => string.Concat(row.Option.Name[2..].Split('-').Select(word => char.ToUpperInvariant(word[0]) + word[1..]));

    private static string TextOf(OptionRow row) => row.Text + (row.Default is "" or "off" or "none" or "all" or "any" ? "." : $". Default: {row.Default}.");

    private static string Declaration(OptionRow row)
    {
        var type = row.Option switch
        {
            { HelpName: null } => "[switch]",
            { Arity.MaximumNumberOfValues: > 1 } => "[string[]]",
            { HelpName: "N" or "N|auto" } => "[int]",
            _ => "[string]",
        };
        var range = type == "[int]" && Accepts("1") && Accepts("64") && !Accepts("0") && !Accepts("65") ? "        [ValidateRange(1, 64)]\n" : "";
        return $"{range}        {type} ${NameOf(row)}";

        bool Accepts(string value) => new Command("c") { row.Option }.Parse([row.Option.Name, value]).Errors.Count == 0;
    }

    [GeneratedRegex(@"    \.PARAMETER (\w+)\n(?:    (?!\.)[^\n]*\n)*")]
    private static partial Regex HelpEntry();

    [GeneratedRegex(@"(?:    \.PARAMETER (\w+)\n(?:    (?!\.)[^\n]*\n)*)+")]
    private static partial Regex HelpEntries();

    [GeneratedRegex(@"\$(\w+)")]
    private static partial Regex ParameterName();

    [GeneratedRegex(@"\$script:PathParameters = @\([^)]*\)")]
    private static partial Regex PathParameters();

    [GeneratedRegex("(?<=[a-z])([A-Z])")]
    private static partial Regex Capital();

    // A function, the command behind it, the parameters that are not declared options, and the options that those stand for.
    private sealed record Shape(string Function, string Verb, string[] Own, params string[] Without);
}
