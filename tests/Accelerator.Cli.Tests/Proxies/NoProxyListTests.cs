using Accelerator.Cli.Proxies;

namespace Accelerator.Cli.Tests.Proxies;

public sealed class NoProxyListTests
{
    [Theory]
    [InlineData("*", "ftp.example.org", true)]
    [InlineData("example.org", "ftp.example.org", true)]
    [InlineData(".example.org", "ftp.EXAMPLE.org", true)]
    [InlineData(".example.org", "example.org.", true)]
    [InlineData("example.org", "notexample.org", false)]
    [InlineData("ftp.example.org", "example.org", false)]
    [InlineData("a, b example.org", "example.org", true)]
    [InlineData("example.org:21", "example.org", true)]
    [InlineData("example.org:990", "example.org", false)]
    [InlineData("192.0.2.7", "192.0.2.7", true)]
    [InlineData("192.0.2.7:2121", "192.0.2.7", false)]
    [InlineData("10.0.0.0/8", "10.1.2.3", true)]
    [InlineData("10.1.2.3/8", "10.255.2.3", true)]
    [InlineData("10.0.0.0/8", "11.1.2.3", false)]
    [InlineData("10.0.0.0/99", "10.0.0.0", false)]
    [InlineData("10.0.0.0/x", "10.0.0.0", false)]
    [InlineData("0.0.0.0/0", "11.1.2.3", true)]
    [InlineData("2001:db8::/33", "2001:db8:7fff::1", true)]
    [InlineData("2001:db8::/33", "2001:db8:8000::1", false)]
    [InlineData("[2001:db8::1]:21", "2001:db8::1", true)]
    [InlineData("2001:db8:0::1", "2001:db8::1", true)]
    [InlineData("10.0.0.0/8", "10.example.org", false)]
    [InlineData(", .,", "example.org", false)]
    public void An_entry_covers_what_it_covers_for_curl(string list, string host, bool covers) =>
        Assert.Equal(covers, NoProxyList.Covers(list, new FtpEndpoint(host, 21, FtpSecurity.None)));
}
