using Accelerator.Interop.Tests.Browser;

namespace Accelerator.Interop.Tests.Gateways;

/// <summary>HTTP clients as they come, through the gateway.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class HttpTests : RealTests
{
    private const int Big = (12 << 20) + 17;

    private const string Python = """
        import sys, urllib.request
        for name in ['big.bin', 'small.bin']: urllib.request.urlretrieve(sys.argv[1] + name, name)
        """;

    /// <summary>Both files of a folder; some clients resume the large one.</summary>
    [ServerTheory("vsftpd", "curl", "wget", "aria2c", "python3")]
    [InlineData("curl -fsS -O $W/big.bin -O $W/small.bin && truncate -s 5000000 big.bin && curl -fsS -C - -O $W/big.bin")]
    [InlineData("curl -fsSJ -O $W/big.bin && curl -fsS --http1.0 -O $W/small.bin && curl -fsS -z big.bin -o big.bin $W/big.bin")]
    [InlineData("wget -q $W/big.bin $W/small.bin && truncate -s 5000000 big.bin && wget -q -c $W/big.bin && wget -q -N $W/small.bin")]
    [InlineData("wget -q -r -np -nH --cut-dirs=1 $W/")]
    [InlineData("aria2c -q -x4 -s4 -k1M -Z $W/big.bin $W/small.bin")]
    [InlineData("python3 -c \"$PYTHON\" $W/")]
    public async Task A_client_gets_the_servers_files(string command)
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, Token);
        var hashes = new Dictionary<string, string>
        {
            ["big.bin"] = await server.PutAsync("day/big.bin", Big, 1, Token), ["small.bin"] = await server.PutAsync("day/small.bin", 70_000, 2, Token),
        };
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        await using var gateway = await FtpxGateway.StartAsync(server, Token, "--streams", "4", "--http", $"{port}");

        var end = await ProgramRun.RunFileAsync(
            "/bin/sh", Folder.Path, ["-c", command], Token,
            new Dictionary<string, string> { ["W"] = $"http://127.0.0.1:{port}/day", ["PYTHON"] = Python, ["TMPDIR"] = Folder.Path });

        Assert.True(end.ExitCode == 0, $"{end.ExitCode}: {end.Error}{end.Output}{gateway.Log}");
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Folder.File(name), Token));
    }

    /// <summary>As a client of another computer: the gateway listens on all addresses, with TLS and a token.</summary>
    [ServerTheory("vsftpd", "curl", "wget")]
    [InlineData("curl -fsS --cacert $C -u any:$T -O $W/big.bin -O $W/small.bin && truncate -s 5000000 big.bin && curl -fsS --cacert $C -H \"Authorization: Bearer $T\" -C - -O $W/big.bin")]
    [InlineData("printf \"machine localhost login any password $T\" > netrc && curl -fsS --cacert $C --netrc-file netrc --tlsv1.3 -O $W/big.bin -O $W/small.bin")]
    [InlineData("wget -q --ca-certificate=$C --user=any --password=$T $W/big.bin $W/small.bin && truncate -s 5000000 big.bin && wget -q --ca-certificate=$C --user=any --password=$T -c $W/big.bin")]
    [InlineData("wget -q -r -np -nH --cut-dirs=1 --ca-certificate=$C --header=\"Authorization: Bearer $T\" $W/")]
    public async Task A_client_gets_the_servers_files_over_TLS_with_the_token_and_nothing_without(string command)
    {
        const string Refused = "for refused in \"\" \"-u any:x$T\" \"-u $T:\" \"--tls-max 1.1 -u any:$T\"; do curl -fsS --cacert $C $refused -o none $W/small.bin && exit 99; done; "
            + "curl -fsS --cacert $C -o none $W/small.bin?token=$T && exit 99; curl -fsS -u any:$T -o none ${W/https/http}/small.bin && exit 99; test ! -s none";
        const string Secret = "0123456789abcdef0123456789abcdef";
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, Token);
        var hashes = new Dictionary<string, string>
        {
            ["big.bin"] = await server.PutAsync("day/big.bin", Big, 1, Token), ["small.bin"] = await server.PutAsync("day/small.bin", 70_000, 2, Token),
        };
        using var secrets = new ServerFolder();
        var (certificate, token) = (secrets.WriteCertificate(IPAddress.Loopback), secrets.Write("token", [Secret]));
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        await using var gateway = await FtpxGateway.StartAsync(
            server, Token, "--streams", "4", "--http", $"0.0.0.0:{port}", "--http-certificate", certificate, "--http-token-file", token);

        var end = await ProgramRun.RunFileAsync(
            "/bin/bash", Folder.Path, ["-c", $"({Refused}) && {command}"], Token,
            new Dictionary<string, string> { ["W"] = $"https://localhost:{port}/day", ["C"] = certificate, ["T"] = Secret, ["TMPDIR"] = Folder.Path });

        Assert.True(end.ExitCode == 0, $"{end.ExitCode}: {end.Error}{end.Output}{gateway.Log}");
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Folder.File(name), Token));
        Assert.DoesNotContain(Secret, gateway.Log);
    }

    [ServerFact("chromium")]
    public async Task A_browser_shows_a_folder_opens_another_one_and_runs_nothing_of_a_name()
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions(), Token);
        await server.PutAsync("<img src=x onerror=alert(1)>.nc", 1000, 1, Token);
        await server.PutAsync("한글/100% #1.nc", 1234, 2, Token);
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        await using var gateway = await FtpxGateway.StartAsync(server, Token, "--http", $"{port}");
        await using var page = await BrowserPage.StartAsync(Folder.Path, Token);

        await page.OpenAsync($"http://127.0.0.1:{port}/");
        await page.UntilAsync("document.querySelectorAll('tbody tr').length === 2");
        Assert.Equal(0, (await page.ReadAsync("document.querySelectorAll('img, script').length")).GetInt32());
        Assert.Contains("sans-serif", (await page.ReadAsync("getComputedStyle(document.body).fontFamily")).GetString());
        await page.ReadAsync("[...document.querySelectorAll('a')].find(link => link.innerText === '한글/').click()");
        await page.UntilAsync("document.querySelector('td.n')?.innerText === '1,234'");
        Assert.Equal("100% #1.nc", (await page.ReadAsync("document.querySelectorAll('a')[1].innerText")).GetString());
        await page.ReadAsync("document.querySelector('a').click()");
        await page.UntilAsync("document.querySelectorAll('tbody tr').length === 2 && document.querySelectorAll('a')[0].innerText !== '..'");

        Assert.All(page.Requests.Where(address => address.StartsWith("http", StringComparison.Ordinal)), address => Assert.StartsWith($"http://127.0.0.1:{port}/", address));
        Assert.Empty(page.Complaints);
    }
}
