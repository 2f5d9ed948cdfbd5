namespace Accelerator.Conventions.Tests;

/// <summary>
/// Each page in docs/ko matches the English page of the same name in its blocks, headings, tables, lists, inline code and links. The
/// wording is not compared.
/// </summary>
public sealed partial class TranslationTests
{
    private static readonly string[] Translated = ["gateway.md", "guide.md", "migrate.md", "service.md", "tuning.md", "windows-checklist.md"];

    /// <summary>The translated pages.</summary>
    public static TheoryData<string> Pages => [.. Translated];

    [Fact]
    public void Every_translated_page_is_compared() =>
        Assert.Equal(Translated, Checkout.Files("docs/ko", "*.md").Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Pages))]
    public void Both_pages_have_the_same_blocks(string page)
    {
        Assert.NotEmpty(Blocks(English(page)));
        Assert.Equal(Blocks(English(page)), Blocks(Korean(page)));
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public void Both_pages_have_headings_tables_and_lists_in_the_same_order(string page)
    {
        Assert.Contains("##", Shape(English(page)));
        Assert.Equal(Shape(English(page)), Shape(Korean(page)));
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public void Both_pages_name_the_same_commands_options_and_files(string page) =>
        Assert.Equal(Found(English(page), Code()), Found(Korean(page), Code()));

    [Theory]
    [MemberData(nameof(Pages))]
    public void Both_pages_link_to_the_same_pages(string page) => Assert.Equal(Found(English(page), Page()), Found(Korean(page), Page()));

    private static string[] English(string page) => File.ReadAllLines(Path.Combine(Checkout.Root, "docs", page));

    private static string[] Korean(string page) => File.ReadAllLines(Path.Combine(Checkout.Root, "docs/ko", page));

    private static IEnumerable<string> Blocks(IEnumerable<string> page)
    {
        var block = new List<string>();
        foreach (var (line, isCode) in Lines(page))
        {
            if (isCode) block.Add(line);
            else if (block.Count > 0)
            {
                yield return string.Join('\n', block);
                block.Clear();
            }
        }
        if (block.Count > 0) yield return string.Join('\n', block);
    }

    /// <summary>
    /// Returns the structural prefix of each line outside code: a heading's level, a table row with its number of cells, a list item.
    /// </summary>
    private static IEnumerable<string> Shape(IEnumerable<string> page) =>
        from line in Prose(page)
        where line.StartsWith('#') || line.StartsWith('|') || ListItem().IsMatch(line)
        select line.StartsWith('|') ? "|" + line.Split('|').Length : line.Split(' ')[0];

    private static IEnumerable<string> Found(IEnumerable<string> page, Regex what) =>
        Prose(page).SelectMany(line => what.Matches(line)).Select(match => match.Groups[1].Value).Distinct().Order(StringComparer.Ordinal);

    private static IEnumerable<string> Prose(IEnumerable<string> page) => Lines(page).Where(line => !line.IsCode).Select(line => line.Text);

    // The fences belong to their block, because they name its language.
    private static IEnumerable<(string Text, bool IsCode)> Lines(IEnumerable<string> page)
    {
        var isBlock = false;
        foreach (var line in page)
        {
            var isFence = line.StartsWith("```", StringComparison.Ordinal);
            yield return (line, isBlock || isFence);
            if (isFence) isBlock = !isBlock;
        }
    }

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(@"^(- |\d+\. )")]
    private static partial Regex ListItem();

    // From docs/ko, the English pages are one folder up; anchors are in the page's own language and are not compared.
    [GeneratedRegex(@"\]\((?:\.\./|ko/)?([\w./-]+)")]
    private static partial Regex Page();
}
