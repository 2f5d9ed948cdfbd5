using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteKeyTests
{
    [Theory]
    [InlineData("FTP.Example.ORG")]
    [InlineData("ftp.example.org.")]
    public void A_host_is_the_same_in_each_of_its_spellings(string host) => Assert.Equal(SiteSamples.Key(), SiteSamples.Key(host));

    [Fact]
    public void An_IPv6_address_is_the_same_in_each_of_its_spellings() => Assert.Equal(SiteSamples.Key("2001:db8::1"), SiteSamples.Key("2001:DB8:0:0::0001"));

    [Fact]
    public void Port_and_user_make_another_key()
    {
        Assert.NotEqual(SiteSamples.Key(), SiteSamples.Key(port: 2121));
        Assert.NotEqual(SiteSamples.Key(), SiteSamples.Key(user: "Kim"));
        Assert.NotEqual(SiteSamples.Key(), SiteSamples.Key().Everybody);
    }

    [Fact]
    public void Protection_makes_no_other_key() =>
        Assert.Equal(SiteSamples.Key(), SiteKey.Of(new FtpEndpoint("ftp.example.org", 21, FtpSecurity.Explicit), "kim"));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public void Nobody_is_anonymous(string? user) => Assert.Equal("anonymous", SiteSamples.Key(user: user).User);

    [Fact]
    public void A_key_is_safe_to_print()
    {
        Assert.Equal("k\\x1Bm at [2001:db8::1]:21", SiteSamples.Key("2001:db8::1", user: "k\u001bm").ToString());
        Assert.Equal("ftp.example.org:21", SiteSamples.Key().Everybody.ToString());
    }

    [Theory]
    [InlineData("con.example.org", "kim")]
    [InlineData("2001:db8::1", "../../kim")]
    [InlineData("h/../..\\x", "a*b?\u0001")]
    [InlineData("h", "")]
    public void A_file_name_is_plain_on_every_system(string host, string user)
    {
        var path = SiteFile.PathOf("folder", SiteSamples.Key(host, user: user));
        Assert.Equal("folder", Path.GetDirectoryName(path));
        Assert.Matches("^site-[A-Za-z0-9._-]+-21-[0-9a-f]{16}\\.json$", Path.GetFileName(path));
    }

    [Fact]
    public void A_long_host_makes_no_long_file_name() =>
        Assert.True(Path.GetFileName(SiteFile.PathOf("folder", SiteSamples.Key(new string('h', 5000), user: new string('u', 5000)))).Length < 128);

    [Fact]
    public void Keys_that_differ_have_files_that_differ()
    {
        SiteKey[] keys =
        [
            SiteSamples.Key(), SiteSamples.Key().Everybody, SiteSamples.Key(user: null), SiteSamples.Key(user: "Kim"), SiteSamples.Key(port: 22),
            SiteSamples.Key("ftp-example.org"), SiteSamples.Key("ftp_example.org"), SiteSamples.Key("ftp:example.org"),
        ];
        Assert.Distinct(keys.Select(key => SiteFile.PathOf("folder", key)), StringComparer.OrdinalIgnoreCase);
    }
}
