namespace Accelerator.Ftp.Tests;

public sealed class ProxyAddressTests
{
    [Theory]
    [InlineData("socks5://proxy:9050", ProxyProtocol.Socks5, "proxy", 9050, null, null, "socks5://proxy:9050")]
    [InlineData("SOCKS5H://kim@proxy.example.org/", ProxyProtocol.Socks5h, "proxy.example.org", 1080, "kim", null, "socks5h://proxy.example.org:1080")]
    [InlineData("http://kim:s%40c:t@[2001:db8::1]:3128", ProxyProtocol.Http, "2001:db8::1", 3128, "kim", "s@c:t", "http://[2001:db8::1]:3128")]
    [InlineData("192.0.2.7:8080", ProxyProtocol.Http, "192.0.2.7", 8080, null, null, "http://192.0.2.7:8080")]
    public void A_proxy_is_read_as_curl_writes_it_and_shown_without_its_login(
        string text, ProxyProtocol protocol, string host, int port, string? user, string? password, string shown)
    {
        Assert.True(ProxyAddress.TryParse(text, out var proxy, out _));
        Assert.Equal(new ProxyAddress(protocol, host, port, user, password), proxy);
        Assert.Equal(shown, proxy.ToString());
        Assert.Equal(protocol != ProxyProtocol.Socks5, proxy.ResolvesNames);
    }

    [Theory]
    [InlineData("socks4://kim:secret@proxy:1080", "socks5://HOST:PORT")]
    [InlineData("https://proxy:443", "http://HOST:PORT")]
    [InlineData("kim:secret@proxy:3128", "USER@")]
    [InlineData("http://kim:secret@proxy", "needs its port")]
    [InlineData("socks5://kim:se/cret@proxy:0", "1 to 65535")]
    [InlineData("socks5://kim:se/cret@proxy:1080/x", "1 to 65535")]
    [InlineData("socks5://", "no host name")]
    [InlineData("socks5://kim:secret@2001:db8::1", "1 to 65535")]
    [InlineData("socks5://pro xy", "no host name")]
    public void Another_text_is_refused_without_repeating_a_password(string text, string part)
    {
        Assert.False(ProxyAddress.TryParse(text, out _, out var problem));
        Assert.Contains(part, problem);
        Assert.DoesNotContain("cret", problem);
    }
}
