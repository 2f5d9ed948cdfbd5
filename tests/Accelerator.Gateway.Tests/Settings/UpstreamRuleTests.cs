using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Tests.Settings;

/// <summary>Which servers a client may name.</summary>
public sealed class UpstreamRuleTests
{
    [Theory]
    [InlineData("10.0.0.0/8", "10.200.1.1", true)]
    [InlineData("10.0.0.0/8", "11.0.0.1", false)]
    [InlineData("10.1.2.3", "10.1.2.3", true)]
    [InlineData("10.1.2.128/25", "10.1.2.127", false)]
    [InlineData("10.1.2.128/25", "::ffff:10.1.2.200", true)]
    [InlineData("0.0.0.0/0", "8.8.8.8", true)]
    [InlineData("0.0.0.0/0", "::1", false)]
    [InlineData("2001:db8::/33", "2001:db8:7fff::1", true)]
    [InlineData("2001:db8::/33", "2001:db8:8000::1", false)]
    public void A_range_contains_its_addresses(string range, string address, bool contains) =>
        Assert.Equal(contains, AddressRange.Parse(range)!.Value.Holds(IPAddress.Parse(address)));

    [Theory]
    [InlineData("")]
    [InlineData("10")]
    [InlineData("10.0.0.0/33")]
    [InlineData("10.0.0.0/-1")]
    [InlineData("10.0.0.0/8/8")]
    [InlineData("host")]
    public void Other_text_is_no_range(string text) => Assert.Null(AddressRange.Parse(text));

    [Theory]
    [InlineData("ftp.example.org", "ftp.example.org", 21, "192.0.2.1", true)]
    [InlineData("ftp.example.org", "FTP.EXAMPLE.ORG", 21, "192.0.2.1", true)]
    [InlineData("ftp.example.org", "ftp.example.org", 22, "192.0.2.1", false)]
    [InlineData("ftp.example.org:2121", "ftp.example.org", 2121, "192.0.2.1", true)]
    [InlineData("ftp.example.org", "other.example.org", 21, "192.0.2.1", false)]
    [InlineData("ftp.example.org", "ftp.example.org", 21, "127.0.0.1", false)]
    [InlineData("ftp.example.org", "ftp.example.org", 21, "169.254.169.254", false)]
    [InlineData("ftp.example.org", "ftp.example.org", 21, "::1", false)]
    [InlineData("ftp.example.org", "ftp.example.org", 21, "fe80::1", false)]
    [InlineData("ftp.example.org", "ftp.example.org", 21, "::ffff:127.0.0.1", false)]
    [InlineData("ftp.example.org", "ftp.example.org", 21, "0.0.0.0", false)]
    [InlineData("192.0.2.0/24", "any.example.org", 21, "192.0.2.77", true)]
    [InlineData("192.0.2.0/24", "any.example.org", 25, "192.0.2.77", false)]
    [InlineData("127.0.0.1:2121", "localhost", 2121, "127.0.0.1", true)]
    [InlineData("[2001:db8::/32]:2121", "x.example", 2121, "2001:db8::9", true)]
    public void The_resolved_address_decides(string rule, string host, int port, string address, bool isAdmitted) =>
        Assert.Equal(isAdmitted ? IPAddress.Parse(address) : null, UpstreamAddress.Admit(
            [UpstreamRule.Parse(rule)!], new FtpEndpoint(host, port, FtpSecurity.None), [IPAddress.Parse(address)], []));

    [Fact]
    public void Only_an_admitted_one_of_several_addresses_is_used() => Assert.Equal(
        IPAddress.Parse("192.0.2.2"),
        UpstreamAddress.Admit(
            [UpstreamRule.Parse("ftp.example.org")!], new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None),
            [IPAddress.Parse("127.0.0.1"), IPAddress.Parse("192.0.2.2")], []));

    [Theory]
    [InlineData("")]
    [InlineData("host:0")]
    [InlineData("host:70000")]
    [InlineData("ftp://host")]
    [InlineData("127.1")]
    [InlineData("[::1")]
    [InlineData("a b")]
    public void Other_text_is_no_rule(string text) => Assert.Null(UpstreamRule.Parse(text));

    [Theory]
    [InlineData("kim@host", "kim", "host", null)]
    [InlineData("kim@example.org@host:2121", "kim@example.org", "host", 2121)]
    [InlineData("kim@[::1]:2121", "kim", "::1", 2121)]
    public void A_login_names_the_server_behind_its_last_at(string argument, string user, string host, int? port) =>
        Assert.Equal(new UpstreamAddress(user, host, port), UpstreamAddress.Parse(argument));

    [Theory]
    [InlineData("kim")]
    [InlineData("kim@")]
    [InlineData("kim@host:x")]
    [InlineData("kim@host:99999")]
    [InlineData("kim@ho st")]
    [InlineData("kim@host/..")]
    public void Another_login_names_none(string argument) => Assert.Null(UpstreamAddress.Parse(argument));
}
