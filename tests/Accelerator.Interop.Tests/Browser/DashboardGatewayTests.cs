namespace Accelerator.Interop.Tests.Browser;

/// <summary>A gateway on the page of the real service.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DashboardGatewayTests
{
    [ServerFact("chromium", "curl")]
    public async Task The_page_shows_a_gateway_its_client_and_what_it_has_sent()
    {
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        await using var dashboard = await DashboardFixture.StartAsync(gateways: $$""" "legacy": { "listen": "127.0.0.1:{{port}}", "servers": [ "svalbard" ] } """);
        await dashboard.SignInAsync();
        await dashboard.Page.UntilAsync($"document.querySelector('#gateway-list')?.innerText.includes('ftp://127.0.0.1:{port}/')");
        Assert.Contains("clients: 0", await dashboard.TextAsync("#gateway-list"));

        await dashboard.PutAsync("a.bin", 3 << 20, 1);
        (await ProgramRun.RunAsync("curl", dashboard.Service.Folder, ["-sS", "-o", "got", $"ftp://127.0.0.1:{port}/a.bin"], dashboard.Deadline)).Expect();

        await dashboard.Page.UntilAsync("document.querySelector('#gateway-list').innerText.includes('since the start: 1 file, 3.0')");
        Assert.Contains("failed: 0", await dashboard.TextAsync("#gateway-list"));
        Assert.Equal("legacy", (await dashboard.TextAsync("#gateway-list .line span")).Split(' ', '\n')[0]);
        Assert.Empty(dashboard.Page.Complaints);
    }
}
