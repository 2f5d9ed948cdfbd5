namespace Accelerator.Ftp.Tests.Fxp;

public sealed class FxpAddressTests
{
    [Theory]
    [InlineData("192.0.2.1", "198.51.100.1", true)]
    [InlineData("10.0.0.1", "198.51.100.1", true)]
    [InlineData("127.0.0.1", "127.0.0.1", true)]
    [InlineData("192.0.2.1", "127.0.0.1", true)]
    [InlineData("2001:db8::1", "2001:db8::2", true)]
    // The other server would connect to itself at this address.
    [InlineData("127.0.0.1", "192.0.2.1", false)]
    [InlineData("::1", "2001:db8::2", false)]
    [InlineData("192.0.2.1", "2001:db8::1", false)]
    [InlineData("fe80::1%2", "2001:db8::1", false)]
    // Only the proxy knows one of them.
    [InlineData(null, "192.0.2.1", false)]
    [InlineData("192.0.2.1", null, true)]
    [InlineData("127.0.0.1", null, false)]
    public void An_address_is_sent_to_another_server_only_if_it_has_the_same_meaning_there(string? passive, string? active, bool isTold)
    {
        Assert.Equal(isTold, FxpAddress.Problem(Of(passive), Of(active)) is null);

        static IPAddress? Of(string? text) => text is null ? null : IPAddress.Parse(text);
    }
}
