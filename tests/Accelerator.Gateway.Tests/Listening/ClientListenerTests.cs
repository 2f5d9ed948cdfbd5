using Accelerator.Gateway.Listening;

namespace Accelerator.Gateway.Tests.Listening;

/// <summary>Endpoints that a gateway cannot listen on.</summary>
public sealed class ClientListenerTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_socket_that_the_system_does_not_create_is_reported_with_its_endpoint(bool isHttp)
    {
        IPEndPoint here = new(IPAddress.Loopback, 0), foreign = new ForeignEndPoint();
        var settings = new GatewaySettings
        {
            Listen = isHttp ? here : foreign, Http = isHttp ? foreign : null, Upstream = new FtpEndpoint("host", 21, FtpSecurity.None),
            Resolve = (_, _, _, _) => throw new InvalidOperationException(), SpoolFolder = "x",
        };
        var error = Assert.Throws<ListenException>(() => GatewayServer.Start(settings));
        Assert.Same(foreign, error.EndPoint);
    }

    /// <summary>An endpoint whose protocol the system does not have, as IPv6 on a kernel without it.</summary>
    private sealed class ForeignEndPoint() : IPEndPoint(IPAddress.Loopback, 0)
    {
        public override AddressFamily AddressFamily => AddressFamily.AppleTalk;
    }
}
