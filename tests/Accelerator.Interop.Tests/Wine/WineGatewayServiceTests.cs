namespace Accelerator.Interop.Tests.Wine;

/// <summary>A gateway of <c>ftpxd.exe</c> in Windows' list of services, as Wine's services.exe has it.</summary>
[Collection(WineTuningGroup.Name)]
[UnsupportedOSPlatform("windows")]
public sealed class WineGatewayServiceTests(WineTuningFixture wine) : RealTests
{
    [ServerFact("vsftpd", "curl", "wine")]
    public async Task Clients_get_files_and_status_figures_metrics_and_log_name_the_gateway()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 1 << 20 }, Token);
        var (data, onWindows) = wine.DataFor(Folder);
        var gateway = new GatewayChecks(server, Folder, data);
        await OkAsync("service", "install", "--start", "manual", "--data", onWindows);
        try
        {
            await OkAsync("service", "start");
            string[] where = ["--data", onWindows];
            (await wine.FtpxAsync(Folder, ["credential", "set", GatewayChecks.User, "--service", .. where], Token, GatewayChecks.Password)).Expect();
            await File.WriteAllTextAsync(Path.Combine(data, "jobs.json"), gateway.JobFile, Token);
            await OkAsync(["service", "reload", .. where]);

            await gateway.ServesAsync(Token);
            await gateway.ShowsItselfAsync(Token);
            var status = await OkAsync("service", "status", "--json");
            gateway.AssertNamed(Assert.Single(FtpxProgram.Lines(status, "service")));
            await OkAsync("service", "stop");
            await gateway.AssertLoggedAsync(Token);
        }
        finally
        {
            await wine.FtpxAsync(Folder, ["service", "uninstall"], Token);
        }
        Assert.Empty(Directory.GetFileSystemEntries(Path.Combine(data, "gateways", "legacy")));
    }

    private async Task<ProgramEnd> OkAsync(params string[] words) => (await wine.FtpxAsync(Folder, words, Token)).Expect(0, string.Join(' ', words));
}
