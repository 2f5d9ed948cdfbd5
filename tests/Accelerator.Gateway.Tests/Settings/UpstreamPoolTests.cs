using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Tests.Settings;

/// <summary>The logins in use, and the limits that they share.</summary>
public sealed class UpstreamPoolTests
{
    [Fact]
    public async Task The_logins_of_a_server_share_a_limit_that_ends_with_the_last_one()
    {
        var settings = new GatewaySettings
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Resolve = (_, _, _, _) => throw new InvalidOperationException(), SpoolFolder = "x",
        };
        await using var pool = new UpstreamPool(settings);
        var (kim, lee, other) = (await TakeAsync("a", "kim"), await TakeAsync("a", "lee"), await TakeAsync("b", "kim"));
        Assert.Same(kim.Rate, lee.Rate);
        Assert.NotSame(kim.Rate, other.Rate);
        foreach (var login in (UpstreamLogin[])[kim, lee]) pool.Return(login, hasFailed: true);
        Assert.NotSame(kim.Rate, (await TakeAsync("a", "kim")).Rate);

        Task<UpstreamLogin> TakeAsync(string host, string user) => pool.TakeAsync(
            new UpstreamServer(new FtpEndpoint(host, 21, FtpSecurity.None), new TransferRequest { Items = [], RateLimit = 1000 }),
            new FtpCredential(user, "secret"), null, CancellationToken.None);
    }
}
