namespace Accelerator.Conventions.Tests;

/// <summary>The guide says the same in English and in Korean, as far as a program can tell: a change of one page that the other has not is seen here.</summary>
public sealed partial class GuideTests
{
    private static readonly string[] English = File.ReadAllLines(Path.Combine(Checkout.Root, "docs/guide.md"));
    private static readonly string[] Korean = File.ReadAllLines(Path.Combine(Checkout.Root, "docs/ko/guide.md"));

    [Fact]
    public void Both_guides_have_the_same_blocks()
    {
        Assert.True(Blocks(English).Count() > 20);
        Assert.Equal(Blocks(English), Blocks(Korean));
    }

    [Fact]
    public void Both_guides_have_headings_tables_and_lists_in_the_same_order()
    {
        Assert.Contains("##", Shape(English));
        Assert.Equal(Shape(English), Shape(Korean));
    }

    [Fact]
    public void Both_guides_name_the_same_commands_options_and_files() => Assert.Equal(Found(English, Code()), Found(Korean, Code()));

    [Fact]
    public void Both_guides_lead_to_the_same_pages() => Assert.Equal(Found(English, Page()), Found(Korean, Page()));

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

    /// <summary>What each line of the prose begins with: a heading's level, a table's row with its number of cells, an item of a list.</summary>
    private static IEnumerable<string> Shape(IEnumerable<string> page) =>
        from line in Prose(page)
        where line.StartsWith('#') || line.StartsWith('|') || line.StartsWith("- ", StringComparison.Ordinal)
        select line.StartsWith('|') ? "|" + line.Split('|').Length : line.Split(' ')[0];

    private static IEnumerable<string> Found(IEnumerable<string> page, Regex what) =>
        Prose(page).SelectMany(line => what.Matches(line)).Select(match => match.Groups[1].Value).Distinct().Order(StringComparer.Ordinal);

    private static IEnumerable<string> Prose(IEnumerable<string> page) => Lines(page).Where(line => !line.IsCode).Select(line => line.Text);

    // The fences belong to their block: the language that they name is a part of it.
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

    // A page beside the English one lies one folder above the Korean one; an anchor is in the page's own language.
    [GeneratedRegex(@"\]\((?:\.\./|ko/)?([\w./-]+)")]
    private static partial Regex Page();
}
