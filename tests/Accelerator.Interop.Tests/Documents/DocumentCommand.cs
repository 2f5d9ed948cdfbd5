namespace Accelerator.Interop.Tests.Documents;

/// <summary>A command that a page tells people to type.</summary>
/// <param name="Page">The page, from the checkout's root.</param>
/// <param name="Text">From <c>ftpx</c> to what ends a command in PowerShell, cmd and bash.</param>
internal sealed partial record DocumentCommand(string Page, string Text)
{
    /// <summary>The placeholder for the hash of the file that a command fetches.</summary>
    public const string Hash = "sha256:HEX";

    /// <summary>
    /// Whether the command is a synopsis whose placeholders must be replaced before it can be typed. The hash placeholder does not count.
    /// </summary>
    public bool IsSynopsis => Words.Skip(1).Any(word => word != Hash && Placeholder().IsMatch(word)) || Text.Contains("...", StringComparison.Ordinal);

    /// <summary>The words of the command, without their quotation marks.</summary>
    public IReadOnlyList<string> Words => [.. Word().Matches(Text).Select(word => word.Value.Trim('"', '\''))];

    /// <summary>The commands of all pages, each once. Translations have the same blocks, which TranslationTests checks.</summary>
    public static IReadOnlyList<DocumentCommand> All()
    {
        string[] pages =
        [
            "README.md", "SECURITY.md",
            .. Directory.EnumerateFiles(Path.Combine(Checkout.Root, "docs"), "*.md", SearchOption.AllDirectories)
                .Select(path => Path.GetRelativePath(Checkout.Root, path))
                .Where(path => !path.StartsWith("docs/ko/", StringComparison.Ordinal)).Order(StringComparer.Ordinal),
        ];
        return [.. pages.SelectMany(page => Read(page, File.ReadAllText(Path.Combine(Checkout.Root, page)))).DistinctBy(command => command.Text)];
    }

    /// <summary>The commands of one page: those in shell blocks, and those in other blocks of which every line is a command.</summary>
    public static IEnumerable<DocumentCommand> Read(string page, string text)
    {
        foreach (Match block in Block().Matches(text))
        {
            var lines = block.Groups["lines"].Value.Split('\n').Where(line => !string.IsNullOrWhiteSpace(line)).ToList();
            var isShell = block.Groups["language"].Value is "powershell" or "bat" or "bash";
            if (!isShell && !(block.Groups["language"].Value is "" or "text" && lines.All(line => line.StartsWith("ftpx ", StringComparison.Ordinal)))) continue;
            // A block without a language has the command and its description side by side.
            foreach (var command in lines.SelectMany(line => Command().Matches(line)).Select(match => match.Groups[1].Value.Trim()))
                yield return new DocumentCommand(page, isShell ? command : Gap().Split(command)[0]);
        }
    }

    [GeneratedRegex(@"^```(?<language>\w*)\n(?<lines>.*?)^```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Block();

    [GeneratedRegex(@"(?<![\w.\\/$-])(ftpxd? (?:""[^""]*""|'[^']*'|[^|;>}#&""'])+)")]
    private static partial Regex Command();

    [GeneratedRegex(@"\s{2,}")]
    private static partial Regex Gap();

    [GeneratedRegex("\"[^\"]+\"|'[^']+'|[^ ]+")]
    private static partial Regex Word();

    [GeneratedRegex(@"\[|(?:^|//|:)[A-Z][A-Z-]+(?:$|\W)")]
    private static partial Regex Placeholder();
}
