namespace Accelerator.Engine.Tests.Mirroring;

public sealed class GlobTests
{
    // Which names a pattern matches, and which it does not.
    [Theory]
    [InlineData("*.nc", "a.nc;.nc", "a.nc.md5;A.NC")]
    [InlineData("*", ".hidden;deep/below/name", null)]
    [InlineData("a*b*c", "axxbxxc", "abcb")]
    [InlineData("a***c", "abc", null)]
    [InlineData("a.c", null, "abc")]
    [InlineData("a+(b)|{c}$^", "a+(b)|{c}$^", null)]
    [InlineData("?", "x", ";xy")]
    [InlineData("?.nc", "한.nc;😀.nc", null)]
    [InlineData("??.nc", null, "😀.nc")]
    [InlineData("위성*", "위성 데이터.bin", null)]
    [InlineData("[가-힣]*", "한글", "hangul")]
    [InlineData("[😀-😂]", "😁", null)]
    [InlineData("[!😀]", "😁", "😀")]
    [InlineData("[abc].nc", "b.nc", null)]
    [InlineData("[a-c].nc", null, "d.nc")]
    [InlineData("[!a-c].nc", "d.nc", null)]
    [InlineData("[^a-c].nc", null, "b.nc")]
    [InlineData("[]a]", "]", null)]
    [InlineData("[!]a]", null, "]")]
    [InlineData("[a-]", "-", null)]
    [InlineData("[-a]", "-", null)]
    [InlineData("[--a]", "A", null)]
    [InlineData("[a-c-e]", "-", "d")]
    [InlineData(@"[\]\-]", "]", null)]
    [InlineData(@"[a\-z]", null, "m")]
    [InlineData(@"a\*b", "a*b", "axb")]
    [InlineData(@"a\\b", @"a\b", null)]
    [InlineData(@"a\", @"a\", null)]
    [InlineData("a/b", null, "x/a/b")]
    [InlineData("/a", "a", "x/a")]
    [InlineData("./a", "a", "x/a")]
    [InlineData("./a/./*.nc", "a/b.nc", "x/a/b.nc")]
    [InlineData("././/a//b", "a/b", null)]
    [InlineData("a/*", "a/b", "a/b/c")]
    [InlineData("a/?", null, "a//")]
    [InlineData("a/[!x]", null, "a//")]
    [InlineData("**/x", "x;a/b/x", "a/bx")]
    [InlineData("a/**/x", "a/x;a/b/c/x", "ab/x")]
    [InlineData("a/**", "a/b/c", "a")]
    [InlineData("a/**/b/**/c", "a/b/x/b/y/c", null)]
    [InlineData("a**/b", "ax/b", "a/x/b")]
    [InlineData("**", "a/b", null)]
    public void A_pattern_matches_as_in_a_shell(string pattern, string? matching, string? others)
    {
        var glob = Glob.Parse(pattern);
        Assert.All(matching?.Split(';') ?? [], path => Assert.True(glob.Matches(path, isFolder: false), path));
        Assert.All(others?.Split(';') ?? [], path => Assert.False(glob.Matches(path, isFolder: false), path));
    }

    [Fact]
    public void With_a_slash_at_its_end_it_means_folders()
    {
        Assert.True(Glob.Parse("old*/").Matches("a/older", isFolder: true));
        Assert.False(Glob.Parse("old*/").Matches("a/older", isFolder: false));
        Assert.True(Glob.Parse("a/**/").Matches("a/b/c", isFolder: true));
    }

    [Theory]
    [InlineData("", "An empty pattern matches nothing.")]
    [InlineData("//", "An empty pattern matches nothing.")]
    [InlineData("./", "An empty pattern matches nothing.")]
    [InlineData("../a", "A pattern is compared with paths below the folder, and none of them has \"..\".")]
    [InlineData("a[", "The set that begins with [ in the pattern \"a[\" has no end.")]
    [InlineData("a[]", "The set that begins with [ in the pattern \"a[]\" has no end.")]
    [InlineData("a[!]", "The set that begins with [ in the pattern \"a[!]\" has no end.")]
    [InlineData("[a-", "The set that begins with [ in the pattern \"[a-\" has no end.")]
    [InlineData("[z-a]", "The range z-a in the pattern \"[z-a]\" runs backwards.")]
    public void An_invalid_pattern_gives_one_message(string pattern, string sentence) =>
        Assert.Equal(sentence, Assert.Throws<FormatException>(() => Glob.Parse(pattern)).Message);

    [Theory]
    [InlineData("a.nc", false)]
    [InlineData("a]", false)]
    [InlineData("a*", true)]
    [InlineData("a?", true)]
    [InlineData("a[1", true)]
    public void Patterns_are_recognized(string text, bool expected) => Assert.Equal(expected, Glob.IsPattern(text));

    /// <summary>A backtracking matcher would take longer for this than the age of the universe.</summary>
    [Fact]
    public async Task No_pattern_takes_long()
    {
        var matching = Task.Run(() =>
            Glob.Parse(string.Concat(Enumerable.Repeat("*a", 100)) + "b").Matches(new string('a', 250), isFolder: false)
            || Glob.Parse(string.Concat(Enumerable.Repeat("**/a*/", 60)) + "b").Matches(string.Join('/', Enumerable.Repeat("aa", 120)), isFolder: false));
        Assert.False(await matching.SoonAsync());
    }

    [Fact]
    public void Any_text_is_a_pattern_or_a_format_exception()
    {
        var random = new Random(1);
        const string Signs = "*?[]!^-\\/a가\ud83d\ude00\udc80";
        for (var i = 0; i < 20_000; i++)
        {
            var text = new string([.. Enumerable.Range(0, random.Next(12)).Select(_ => Signs[random.Next(Signs.Length)])]);
            try
            {
                Glob.Parse(text).Matches(new string([.. Enumerable.Range(0, random.Next(12)).Select(_ => Signs[random.Next(Signs.Length)])]), isFolder: true);
            }
            catch (FormatException)
            {
                // The other permitted answer.
            }
        }
    }
}
