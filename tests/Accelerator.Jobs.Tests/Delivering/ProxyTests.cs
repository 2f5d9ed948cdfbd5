namespace Accelerator.Jobs.Tests.Delivering;

public sealed class ProxyTests
{
    [Fact]
    public async Task Every_connection_of_a_job_goes_through_its_server_s_proxy_with_the_credential_of_the_job_file()
    {
        using var proxy = new RelayProxy();
        await using var service = new JobRunnerFixture
        {
            ServerKeys = $"\"sessions\": 4, \"proxy\": \"http://kim@127.0.0.1:{proxy.Address.Port}\", \"proxy_credential\": \"proxy\"",
        };
        service.Server.Files.AddText("/pub/pass.nc", "the data of a pass");
        await service.StartAsync();
        await service.DeliverAsync();
        await service.AssertDeliveredAsync("pass.nc");

        Assert.Equal($"127.0.0.1:{service.Server.EndPoint.Port}", proxy.Asked[0]);
        // At least the control connection, the listing and the file; the fixture has one password for all credentials.
        Assert.True(proxy.Asked.Count >= 3, string.Join(' ', proxy.Asked));
        Assert.All(proxy.Logins, login => Assert.Equal($"kim:{FtpCredential.Anonymous.Password}", login));
    }
}
