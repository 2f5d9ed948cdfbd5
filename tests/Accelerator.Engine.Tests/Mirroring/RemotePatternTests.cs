namespace Accelerator.Engine.Tests.Mirroring;

public sealed class RemotePatternTests
{
    [Theory]
    [Each("pub/file", "pub/a%2Ab%3Fc%5Bd%5D", "")]
    public void A_path_without_an_unescaped_sign_is_no_pattern(string written) => Assert.Null(RemotePattern.Parse(written, FtpCharsets.Utf8));

    [Theory]
    [InlineData("*.nc", "", "*.nc")]
    [InlineData("/*.nc", "/", "*.nc")]
    [InlineData("%2F*.nc", "/", "*.nc")]
    [InlineData("%2fpub%2F2026*%2F*.nc", "/pub", "2026* *.nc")]
    [InlineData("pub/a%20b/*.nc", "pub/a b", "*.nc")]
    [InlineData("/pub/*.nc", "/pub", "*.nc")]
    [InlineData("/pub//2026*/x/*.nc", "/pub", "2026* x *.nc")]
    [InlineData("2026*/index", "", "2026* index")]
    [InlineData("2026*/", "", "2026* *")]
    public void It_is_a_folder_and_the_names_below_it(string written, string start, string names)
    {
        var pattern = RemotePattern.Parse(written, FtpCharsets.Utf8)!;
        Assert.Equal(start, pattern.Start.Text);
        Assert.Equal(names.Split(' '), pattern.Names.Select(name => name.Glob?.Pattern ?? name.Literal!.Text));
    }

    [Theory]
    [InlineData("a%2A*", "a*b", true)]
    [InlineData("a%2A*", "axb", false)]
    [InlineData("[%5D%2D]x*", "-x", true)]
    [InlineData("[a%2Dc]*", "b", false)]
    [InlineData(@"a\*", @"ab", false)]
    [InlineData("%ED%95%9C*", "한글", true)]
    [InlineData("한?", "한글", true)]
    [InlineData("get.php?id=1", "get.php?id=1", true)]
    public void Escaped_characters_are_taken_literally(string written, string name, bool expected) =>
        Assert.Equal(expected, RemotePattern.Parse(written, FtpCharsets.Utf8)!.Last.Matches(Entry(name)));

    [Theory]
    [Each("utf-8", "cp949")]
    public void Bytes_of_another_charset_meet_names_of_the_same_bytes(string charset)
    {
        var session = FtpCharsets.Find(charset)!;
        byte[] bytes = [0xC7, 0xD1, 0xB1, 0xDB, (byte)'.', (byte)'n', (byte)'c'];
        var entry = new ListingEntry { Name = FtpPath.FromBytes(bytes, FtpCharsets.ForName(bytes, session)), Kind = EntryKind.File };
        Assert.True(RemotePattern.Parse("%C7%D1*.nc", session)!.Last.Matches(entry));
        Assert.False(RemotePattern.Parse("%C7%D2*.nc", session)!.Last.Matches(entry));
    }

    [Fact]
    public void The_error_for_an_invalid_pattern_shows_how_to_escape_a_bracket() => Assert.Equal(
        "The set that begins with [ in the pattern \"a[b\" has no end. A bracket that is part of a name is written %5B in a URL.",
        Assert.Throws<FormatException>(() => RemotePattern.Parse("pub/a[b", FtpCharsets.Utf8)).Message);

    private static ListingEntry Entry(string name) => new() { Name = FtpPath.FromText(name, FtpCharsets.Utf8), Kind = EntryKind.File };
}
