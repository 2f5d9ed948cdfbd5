namespace Accelerator.Cli.Tests.Configuration;

public sealed class ServerNameTests
{
    [Theory]
    [InlineData("lab:", "lab", "")]
    [InlineData("lab:pub/big.bin", "lab", "pub/big.bin")]
    [InlineData("lab:/pub", "lab", "/pub")]
    [InlineData("a1:2026/05", "a1", "2026/05")]
    [InlineData("0.x_y-z:a:b", "0.x_y-z", "a:b")]
    [InlineData("lab:img/user@2x.png", "lab", "img/user@2x.png")]
    // Without a server of this name the text is reported as a URL without its scheme.
    [InlineData("ftp.example.org:21/f", "ftp.example.org", "21/f")]
    public void A_name_ends_at_the_first_colon(string text, string name, string path)
    {
        Assert.True(ServerName.TrySplit(text, out var found, out var rest));
        Assert.Equal((name, path), (found, rest));
    }

    [Theory]
    // Drives, shares and paths.
    [InlineData(@"C:\x")]
    [InlineData("C:/x")]
    [InlineData("C:x")]
    [InlineData(@"Env:\x")]
    [InlineData(@"\\host\share")]
    [InlineData("./lab:x")]
    [InlineData("lab")]
    // URLs, also broken ones, and other forms of a host.
    [InlineData("ftp://h/f")]
    [InlineData("lab://h/f")]
    [InlineData("ftp:/h/f")]
    [InlineData("FTPES:h")]
    [InlineData("kim:secret@h/f")]
    [InlineData("[2001:db8::1]:21/f")]
    [InlineData("_ab:x")]
    [InlineData("a b:x")]
    [InlineData("자료:x")]
    [InlineData("a1234567890123456789012345678901234567890123456789012345678901234:x")]
    public void Whatever_else_has_a_colon_is_no_name(string text) => Assert.False(ServerName.TrySplit(text, out _, out _));

    [Theory]
    [InlineData("ftp://h", "", "ftp://h/")]
    [InlineData("ftp://h", "a/b", "ftp://h/a/b")]
    [InlineData("ftp://kim@h:2121/pub", "a", "ftp://kim@h:2121/pub/a")]
    [InlineData("ftp://kim@h:2121/pub/", "a", "ftp://kim@h:2121/pub/a")]
    [InlineData("ftp://kim@h/pub", "", "ftp://kim@h/pub/")]
    [InlineData("ftp://kim@h/pub", "/a", "ftp://kim@h//a")]
    [InlineData("ftps://[2001:db8::1]//data/", "x/*.nc", "ftps://[2001:db8::1]//data/x/*.nc")]
    [InlineData("ftp://h//", "a", "ftp://h//a")]
    public void A_path_is_relative_to_the_folder_unless_it_begins_with_a_slash(string url, string path, string expected) =>
        Assert.Equal(expected, new NamedServer("lab", url, SiteSettings.None).UrlOf(path));

    [Fact]
    public void The_user_can_be_left_out() =>
        Assert.Equal("ftp://h:2121/pub/a", new NamedServer("lab", "ftp://k%40m@h:2121/pub", SiteSettings.None).UrlOf("a", withUser: false));
}
