namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteKeyTests
{
    [Theory]
    [InlineData("FTP.Example.ORG", "ftp.example.org")]
    [InlineData("ftp.example.org.", "ftp.example.org")]
    [InlineData("2001:DB8:0:0::0001", "2001:db8::1")]
    public void A_host_is_the_same_in_each_of_its_spellings_and_with_any_protection(string host, string same)
    {
        Assert.Equal(SiteSamples.Key(same), SiteSamples.Key(host));
        Assert.Equal(SiteSamples.Key(same), SiteKey.Of(new FtpEndpoint(host, 21, FtpSecurity.Explicit), "kim"));
    }

    [Fact]
    public void Port_and_user_make_another_key()
    {
        Assert.NotEqual(SiteSamples.Key(), SiteSamples.Key(port: 2121));
        Assert.NotEqual(SiteSamples.Key(), SiteSamples.Key(user: "Kim"));
        Assert.NotEqual(SiteSamples.Key(), SiteSamples.Key().ForAllUsers);
    }

    [Theory]
    [Each(null, "")]
    public void A_missing_user_is_anonymous(string? user) => Assert.Equal("anonymous", SiteSamples.Key(user: user).User);

    [Fact]
    public void A_key_is_safe_to_print()
    {
        Assert.Equal("k\\x1Bm at [2001:db8::1]:21", SiteSamples.Key("2001:db8::1", user: "k\u001bm").ToString());
        Assert.Equal("ftp.example.org:21", SiteSamples.Key().ForAllUsers.ToString());
    }

    [Theory]
    [InlineData("con.example.org", "kim")]
    [InlineData("2001:db8::1", "../../kim")]
    [InlineData("h/../..\\x", "a*b?\u0001")]
    [InlineData("h", "")]
    [InlineData("h", "kim", 5000)]
    public void A_file_name_is_plain_and_short_on_every_system(string host, string user, int times = 1)
    {
        var path = SiteFile.PathOf("folder", SiteSamples.Key(string.Concat(Enumerable.Repeat(host, times)), user: string.Concat(Enumerable.Repeat(user, times))));
        Assert.Equal("folder", Path.GetDirectoryName(path));
        Assert.Matches("^site-[A-Za-z0-9._-]+-21-[0-9a-f]{16}\\.json$", Path.GetFileName(path));
        Assert.True(Path.GetFileName(path).Length < 128);
    }

    [Fact]
    public void Keys_that_differ_have_files_that_differ()
    {
        SiteKey[] keys =
        [
            SiteSamples.Key(), SiteSamples.Key().ForAllUsers, SiteSamples.Key(user: null), SiteSamples.Key(user: "Kim"), SiteSamples.Key(port: 22),
            SiteSamples.Key("ftp-example.org"), SiteSamples.Key("ftp_example.org"), SiteSamples.Key("ftp:example.org"),
        ];
        Assert.Distinct(keys.Select(key => SiteFile.PathOf("folder", key)), StringComparer.OrdinalIgnoreCase);
    }
}
