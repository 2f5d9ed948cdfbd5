using System.Net.NetworkInformation;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Tests.Settings;

/// <summary>Names that lead to this computer.</summary>
public sealed class OwnAddressTests
{
    private static readonly IPAddress[] Own = [IPAddress.Parse("192.0.2.50"), IPAddress.Parse("2001:db8::5")];

    [Theory]
    [InlineData("192.0.2.50")]
    [InlineData("::ffff:192.0.2.50")]
    [InlineData("2001:db8::5")]
    [InlineData("2001:db8::5%3")]
    [InlineData("0.1.2.3")]
    [InlineData("::")]
    [InlineData("::127.0.0.1")]
    [InlineData("64:ff9b::127.0.0.1")]
    [InlineData("64:ff9b::192.0.2.50")]
    [InlineData("64:ff9b::169.254.169.254")]
    [InlineData("64:ff9b:1:7f00:0:100::")]
    [InlineData("64:ff9b:1:ab7f:0:1::")]
    [InlineData("64:ff9b:1::7f:0:100:0")]
    [InlineData("64:ff9b:1::127.0.0.1")]
    [InlineData("2002:7f00:1::1")]
    [InlineData("2002:c000:232::1")]
    [InlineData("2001:0:c000:232::1")]
    [InlineData("2001:0:808:808:0:0:80ff:fffe")]
    [InlineData("fd00::5efe:127.0.0.1")]
    [InlineData("fd00::200:5efe:192.0.2.50")]
    public void A_name_does_not_lead_to_this_computer(string address) => Assert.Null(Admit("ftp.example.org", address));

    [Theory]
    [InlineData("192.0.2.51")]
    [InlineData("2001:db8::6")]
    [InlineData("64:ff9b::192.0.2.51")]
    [InlineData("64:ff9b:1::192.0.2.51")]
    [InlineData("64:ff9b:1:c000:2:3300::")]
    [InlineData("2002:c000:233::1")]
    [InlineData("2001:0:808:808:0:0:f7f7:f7f7")]
    [InlineData("fd00::5efe:192.0.2.51")]
    public void A_name_leads_to_other_computers(string address) => Assert.NotNull(Admit("ftp.example.org", address));

    [Fact]
    public void An_address_of_this_computer_can_be_listed_itself() => Assert.NotNull(Admit("192.0.2.50", "192.0.2.50"));

    [Fact]
    public void The_addresses_of_this_computer_are_those_of_all_its_interfaces()
    {
        var addresses = NetworkInterface.GetAllNetworkInterfaces().SelectMany(one => one.GetIPProperties().UnicastAddresses).Select(one => one.Address).ToList();
        Assert.NotEmpty(addresses);
        var own = OwnAddresses.Now();
        Assert.All(addresses, address => Assert.True(OwnAddresses.Contain(address, own), $"{address}"));
    }

    private static IPAddress? Admit(string rule, string address) => UpstreamAddress.Admit(
        [UpstreamRule.Parse(rule)!], new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None), [IPAddress.Parse(address)], Own);
}
