namespace Accelerator.Conventions.Tests;

/// <summary>Every item that the documents name exists.</summary>
public sealed partial class DocumentTests
{
    private const string Architecture = "docs/architecture.md";
    private const string Reliability = "docs/reliability.md";
    private const string Security = "SECURITY.md";

    private static readonly HashSet<string> Types =
    [
        .. Checkout.Source.SelectMany(file => file.Types).Select(type => type.Name),
        .. Checkout.Tests.SelectMany(file => file.Types).Select(type => type.Name).Where(name => name.EndsWith("Tests", StringComparison.Ordinal)),
    ];

    private static readonly HashSet<string> Folders = [.. Checkout.Source.SelectMany(file => file.Folder.Split('/', '.'))];

    /// <summary>The architecture page, and the README of each folder that has one.</summary>
    private static readonly string[] Maps = [Architecture, .. Checkout.Files("src", "README.md")];

    /// <summary>
    /// A word in backticks that is written like a type is a type or a folder of src; a name after a dot is a member of it.
    /// </summary>
    [Fact]
    public void Every_type_that_the_architecture_and_the_pages_in_src_name_exists()
    {
        var named = Maps.SelectMany(page => TypeName().Matches(Checkout.ReadText(page)).Select(match => (page, Name: match.Groups[1].Value))).Distinct().ToList();
        Assert.All(Maps, page => Assert.True(named.Count(one => one.page == page) > (page == Architecture ? 20 : 10), $"{page} names hardly any type."));
        Rule.Holds(named.Where(one => !Exists(one.Name)).Select(one => $"{one.page}: {one.Name}"));
    }

    [Fact]
    public void Every_project_has_a_page_that_the_architecture_links()
    {
        var text = Checkout.ReadText(Architecture);
        Rule.Holds(Checkout.Files("src", "*.csproj").Select(path => $"{Path.GetDirectoryName(path)}/README.md").Where(page => !text.Contains($"](../{page})", StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_link_to_a_file_leads_to_one()
    {
        var links =
            from document in Checkout.Files(".", "*.md")
            from match in Link().Matches(Checkout.ReadText(document))
            select (document, Path: match.Groups[1].Value);
        Assert.NotEmpty(links);
        Rule.Holds(
            from link in links
            let target = Path.Combine(Checkout.Root, Path.GetDirectoryName(link.document)!, link.Path)
            where !File.Exists(target) && !Directory.Exists(target)
            select $"{link.document}: {link.Path}");
    }

    /// <summary>Every test class that the promises in the documents refer to exists.</summary>
    [Fact]
    public void Every_test_class_that_a_promise_names_exists()
    {
        var classes = Checkout.Files("tests", "*.cs").Select(path => Path.GetFileNameWithoutExtension(path)).ToHashSet();
        foreach (var (page, least) in new[] { (Reliability, 20), (Security, 10) })
        {
            var named = TestName().Matches(Checkout.ReadText(page)).Select(match => match.Groups[1].Value).Distinct().ToList();
            Assert.True(named.Count > least, $"{page} names only {named.Count} classes of tests.");
            Rule.Holds(named.Where(name => !classes.Contains(name)).Select(name => $"{page}: {name}"));
        }
    }

    [Fact]
    public void Every_path_that_a_document_names_exists()
    {
        var missing =
            from document in Checkout.Files(".", "*.md")
            from match in FileName().Matches(Checkout.ReadText(document))
            let path = match.Groups[1].Value
            where !Candidates(document, path).Any(candidate => File.Exists(candidate) || Directory.Exists(candidate))
            select $"{document}: {path}";
        Rule.Holds(missing);
    }

    [Fact]
    public void Every_file_that_a_mutation_run_names_exists()
    {
        var named =
            from run in Checkout.Files("tests/mutation", "*.json")
            from match in MutatedFile().Matches(Checkout.ReadText(run))
            select (run, Ending: match.Groups[1].Value);
        Assert.NotEmpty(named);
        Rule.Holds(named.Where(file => !Checkout.Source.Any(source => source.Path.EndsWith(file.Ending, StringComparison.Ordinal)))
            .Select(file => $"{file.run}: {file.Ending}"));
    }

    [Fact]
    public void The_checklist_steps_add_up_to_the_stated_three_quarters_of_an_hour()
    {
        var text = Checkout.ReadText("docs/windows-checklist.md");
        Assert.Contains("The checklist takes three quarters of an hour", text, StringComparison.Ordinal);
        Assert.InRange(StepMinutes().Matches(text).Sum(match => int.Parse(match.Groups[1].Value, null)), 40, 50);
    }

    [Fact]
    public void Decisions_are_numbered_without_gaps()
    {
        var numbers = Checkout.Files("docs/decisions").Select(path => Path.GetFileName(path)).ToList();
        Assert.NotEmpty(numbers);
        Assert.All(numbers, name => Assert.Matches(@"^\d{4}-[a-z0-9-]+\.md$", name));
        Assert.Equal(Enumerable.Range(1, numbers.Count), numbers.Select(name => int.Parse(name[..4], null)));
    }

    [Fact]
    public void Every_decision_that_is_cited_exists()
    {
        var cited =
            from path in Checkout.Files(".")
            where Path.GetExtension(path) is ".cs" or ".md" or ".props" or ".csproj"
            from match in Decision().Matches(Checkout.ReadText(path))
            select (path, Number: match.Groups[1].Value);
        Assert.NotEmpty(cited);
        Rule.Holds(cited.Where(citation => !Checkout.Files("docs/decisions", citation.Number + "-*.md").Any()).Select(citation => $"{citation.path}: {citation.Number}"));
    }

    private static bool Exists(string name)
    {
        var parts = name.Split('.');
        if (parts.Length == 1) return Types.Contains(name) || Folders.Contains(name);
        var homes = Checkout.Source.Where(file => file.Types.Any(type => type.Name == parts[0])).ToList();
        return homes.Any(file => Regex.IsMatch(file.Code, $@"\b{parts[1]}\b"));
    }

    private static IEnumerable<string> Candidates(string document, string path) =>
        from folder in (string[])["", "src", "docs", Path.GetDirectoryName(document)!]
        select Path.Combine(Checkout.Root, folder, path);

    [GeneratedRegex("\"\\*\\*(/[^\"]+\\.cs)\"")]
    private static partial Regex MutatedFile();

    [GeneratedRegex(@"`(I?[A-Z][a-z]\w*(?:\.[A-Z]\w*)?)`")]
    private static partial Regex TypeName();

    [GeneratedRegex(@"`(\w+(?:Tests|Cases))`")]
    private static partial Regex TestName();

    [GeneratedRegex(@"`((?:src|tests|docs|installer|registry-profiles)/[\w./-]*)`")]
    private static partial Regex FileName();

    // A page of this repository, without the anchor; an external address has a colon.
    [GeneratedRegex(@"\]\(([\w./-]+)(?:#[^)\s]*)?\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^## .*\((\d+) minutes", RegexOptions.Multiline)]
    private static partial Regex StepMinutes();

    [GeneratedRegex(@"decisions/(\d{4})\b")]
    private static partial Regex Decision();
}
