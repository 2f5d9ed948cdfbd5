namespace Accelerator.Engine.Tests.Mirroring;

public sealed class GlobTests
{
    [Theory]
    [InlineData("*.nc", "a.nc", true)]
    [InlineData("*.nc", ".nc", true)]
    [InlineData("*.nc", "a.nc.md5", false)]
    [InlineData("*.nc", "A.NC", false)]
    [InlineData("*", ".hidden", true)]
    [InlineData("*", "deep/below/name", true)]
    [InlineData("a*b*c", "axxbxxc", true)]
    [InlineData("a*b*c", "abcb", false)]
    [InlineData("a***c", "abc", true)]
    [InlineData("a.c", "abc", false)]
    [InlineData("a+(b)|{c}$^", "a+(b)|{c}$^", true)]
    [InlineData("?", "x", true)]
    [InlineData("?", "", false)]
    [InlineData("?", "xy", false)]
    [InlineData("?.nc", "한.nc", true)]
    [InlineData("?.nc", "😀.nc", true)]
    [InlineData("??.nc", "😀.nc", false)]
    [InlineData("위성*", "위성 데이터.bin", true)]
    [InlineData("[가-힣]*", "한글", true)]
    [InlineData("[가-힣]*", "hangul", false)]
    [InlineData("[😀-😂]", "😁", true)]
    [InlineData("[!😀]", "😁", true)]
    [InlineData("[!😀]", "😀", false)]
    [InlineData("[abc].nc", "b.nc", true)]
    [InlineData("[a-c].nc", "d.nc", false)]
    [InlineData("[!a-c].nc", "d.nc", true)]
    [InlineData("[^a-c].nc", "b.nc", false)]
    [InlineData("[]a]", "]", true)]
    [InlineData("[!]a]", "]", false)]
    [InlineData("[a-]", "-", true)]
    [InlineData("[-a]", "-", true)]
    [InlineData("[--a]", "A", true)]
    [InlineData("[a-c-e]", "-", true)]
    [InlineData("[a-c-e]", "d", false)]
    [InlineData(@"[\]\-]", "]", true)]
    [InlineData(@"[a\-z]", "m", false)]
    [InlineData(@"a\*b", "a*b", true)]
    [InlineData(@"a\*b", "axb", false)]
    [InlineData(@"a\\b", @"a\b", true)]
    [InlineData(@"a\", @"a\", true)]
    [InlineData("a/b", "x/a/b", false)]
    [InlineData("/a", "a", true)]
    [InlineData("/a", "x/a", false)]
    [InlineData("a/*", "a/b", true)]
    [InlineData("a/*", "a/b/c", false)]
    [InlineData("a/?", "a//", false)]
    [InlineData("a/[!x]", "a//", false)]
    [InlineData("**/x", "x", true)]
    [InlineData("**/x", "a/b/x", true)]
    [InlineData("**/x", "a/bx", false)]
    [InlineData("a/**/x", "a/x", true)]
    [InlineData("a/**/x", "a/b/c/x", true)]
    [InlineData("a/**/x", "ab/x", false)]
    [InlineData("a/**", "a/b/c", true)]
    [InlineData("a/**", "a", false)]
    [InlineData("a/**/b/**/c", "a/b/x/b/y/c", true)]
    [InlineData("a**/b", "ax/b", true)]
    [InlineData("a**/b", "a/x/b", false)]
    [InlineData("**", "a/b", true)]
    public void A_pattern_matches_as_in_a_shell(string pattern, string path, bool expected) =>
        Assert.Equal(expected, Glob.Parse(pattern).Matches(path, isFolder: false));

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
    [InlineData("a[", "The set that begins with [ in the pattern \"a[\" has no end.")]
    [InlineData("a[]", "The set that begins with [ in the pattern \"a[]\" has no end.")]
    [InlineData("a[!]", "The set that begins with [ in the pattern \"a[!]\" has no end.")]
    [InlineData("[a-", "The set that begins with [ in the pattern \"[a-\" has no end.")]
    [InlineData("[z-a]", "The range z-a in the pattern \"[z-a]\" runs backwards.")]
    public void What_is_no_pattern_is_one_sentence(string pattern, string sentence) =>
        Assert.Equal(sentence, Assert.Throws<FormatException>(() => Glob.Parse(pattern)).Message);

    [Theory]
    [InlineData("a.nc", false)]
    [InlineData("a]", false)]
    [InlineData("a*", true)]
    [InlineData("a?", true)]
    [InlineData("a[1", true)]
    public void It_is_known_what_is_a_pattern(string text, bool expected) => Assert.Equal(expected, Glob.IsPattern(text));

    /// <summary>A matcher that goes back takes longer than the universe is old for this.</summary>
    [Fact]
    public async Task No_pattern_takes_long()
    {
        var matching = Task.Run(() =>
            Glob.Parse(string.Concat(Enumerable.Repeat("*a", 100)) + "b").Matches(new string('a', 250), isFolder: false)
            || Glob.Parse(string.Concat(Enumerable.Repeat("**/a*/", 60)) + "b").Matches(string.Join('/', Enumerable.Repeat("aa", 120)), isFolder: false));
        Assert.False(await matching.SoonAsync());
    }

    [Fact]
    public void Whatever_is_written_is_a_pattern_or_a_format_exception()
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
                // The other answer that is allowed.
            }
        }
    }
}
