namespace Accelerator.Interop.Tests.Services;

/// <summary>A gateway of the real service on Linux, in front of a real server, with curl as client.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class GatewayServiceTests : RealTests
{
    [ServerFact("proftpd", "curl")]
    public async Task Clients_get_files_with_the_stored_login_and_status_figures_metrics_and_log_name_the_gateway()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 1 << 20 }, Token);
        await using var service = new ServiceFixture();
        await service.StartReadyAsync();
        var gateway = new GatewayChecks(server, Folder, service.Data);
        (await service.FtpxWithInputAsync(GatewayChecks.Password, "credential", "set", GatewayChecks.User, "--service")).Expect();
        (await service.FtpxWithInputAsync(server.Password, "credential", "set", GatewayChecks.Archive, "--service")).Expect();
        await File.WriteAllTextAsync(service.Jobs, gateway.JobFile, Token);
        (await service.FtpxAsync("service", "reload")).Expect();

        await gateway.ServesAsync(Token);
        await gateway.ShowsItselfAsync(Token);
        gateway.AssertNamed(await service.StatusAsync());

        await service.SignalAsync("TERM");
        Assert.Equal(0, (await service.EndAsync()).ExitCode);
        await gateway.AssertLoggedAsync(Token);
        Assert.Empty(Directory.GetFileSystemEntries(Path.Combine(service.Data, "gateways", "legacy")));
    }
}
