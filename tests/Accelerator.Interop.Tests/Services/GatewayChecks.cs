using System.Net.Http.Headers;

namespace Accelerator.Interop.Tests.Services;

/// <summary>A gateway of the service in front of a real server: what curl gets through it, and what the service shows of it.</summary>
/// <param name="server">The server; a connection is best limited to 1 MiB/s.</param>
/// <param name="folder">The folder of the clients.</param>
/// <param name="data">The data folder of the service.</param>
internal sealed class GatewayChecks(FtpServerProcess server, TempFolder folder, string data)
{
    /// <summary>The name of the gateway's own login and of its credential, and of the server's credential.</summary>
    public const string User = "clerk", Archive = "archive";

    /// <summary>The password of the gateway's own login.</summary>
    public const string Password = "geheim-7391";

    // How a line of the log about a client begins.
    private const string Client = @"legacy: 127\.0\.0\.1:[0-9]+: ";

    private const int Length = (3 << 20) + 17;
    private const int Small = 70_000;

    private readonly int _ftp = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
    private readonly int _http = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
    private readonly int _page = LoopbackPorts.FindFree(IPAddress.Loopback, 1);

    /// <summary>The address of the status page.</summary>
    public string Page => $"http://127.0.0.1:{_page}/";

    /// <summary>A job file without jobs.</summary>
    public string JobFile => $$"""
        {
          "servers": { "archive": { "address": "ftp://{{(IsKnown ? server.User + "@" : "")}}127.0.0.1:{{server.Port}}", {{(IsKnown ? $"\"credential\": \"{Archive}\", " : "")}}"sessions": 4 } },
          "dashboard": { "address": "127.0.0.1:{{_page}}" },
          "gateways": { "legacy": { "listen": "127.0.0.1:{{_ftp}}", "http": "127.0.0.1:{{_http}}", "servers": [ "archive" ], "user": "{{User}}", "credential": "{{User}}" } }
        }
        """;

    /// <summary>Whether the server wants a stored login.</summary>
    public bool IsKnown => server.User != "anonymous";

    /// <summary>Two files arrive, over FTP and HTTP, and a client without the gateway's login gets none.</summary>
    public async Task ServesAsync(CancellationToken cancellationToken)
    {
        var hashes = (await server.PutAsync("day/big.bin", Length, 1, cancellationToken), await server.PutAsync("day/small.bin", Small, 2, cancellationToken));
        while (!LoopbackPorts.IsListening(IPAddress.Loopback, _http) || !LoopbackPorts.IsListening(IPAddress.Loopback, _ftp)) await Task.Delay(50, cancellationToken);

        (await CurlAsync($"-u {User}:{Password} -o big.bin ftp://127.0.0.1:{_ftp}/day/big.bin", cancellationToken)).Expect();
        (await CurlAsync($"-u {User}:{Password} -o small.bin http://127.0.0.1:{_http}/day/small.bin", cancellationToken)).Expect();
        Assert.Equal(hashes, (await HashAsync("big.bin"), await HashAsync("small.bin")));
        // "Login denied", and a status of 400 or more.
        (await CurlAsync($"-o none ftp://127.0.0.1:{_ftp}/day/small.bin", cancellationToken)).Expect(67);
        (await CurlAsync($"-o none http://127.0.0.1:{_http}/day/small.bin", cancellationToken)).Expect(22);
        Assert.False(File.Exists(folder.File("none")));

        Task<string> HashAsync(string name) => RandomFile.HashAsync(folder.File(name), cancellationToken);
    }

    /// <summary>Figures and metrics show what the gateway is fetching, and afterwards what it has sent and what failed.</summary>
    public async Task ShowsItselfAsync(CancellationToken cancellationToken)
    {
        await server.PutAsync("day/huge.bin", 64 << 20, 3, cancellationToken);
        JsonElement now;
        await using (var client = ProgramRun.Start("curl", folder.Path, "-sS", "-u", $"{User}:{Password}", "-o", "huge.bin", $"ftp://127.0.0.1:{_ftp}/day/huge.bin"))
        {
            // Figures are up to 0.9 s old, so the first ones may show the file that was sent first, while it was fetched.
            now = await UntilAsync(gateway => gateway.GetProperty("files").GetInt32() == 1 && gateway.GetProperty("bytes_per_second").GetDouble() > 0
                && gateway.GetProperty("clients").GetInt32() == 1 && gateway.GetProperty("sent_files").GetInt64() == 2);
            Assert.Equal(("legacy", $"ftp://127.0.0.1:{_ftp}/", $"http://127.0.0.1:{_http}/"), (Text("name"), Text("address"), Text("http")));
            Assert.Equal((2, Length + Small, 0), (Number("sent_files"), Number("sent_bytes"), Number("failed_files")));
            await client.KillAsync();
        }
        now = await UntilAsync(gateway => gateway.GetProperty("failed_files").GetInt64() == 1 && gateway.GetProperty("clients").GetInt32() == 0);
        Assert.Equal((2, 0), (Number("sent_files"), Number("files")));
        var metrics = await GetAsync("metrics");
        Assert.Contains("accelerator_gateway_files_total{gateway=\"legacy\",result=\"sent\"} 2\n", metrics);
        Assert.Contains("accelerator_gateway_files_total{gateway=\"legacy\",result=\"failed\"} 1\n", metrics);
        Assert.Contains("accelerator_gateway_clients{gateway=\"legacy\"} 0\n", metrics);

        string Text(string member) => now.GetProperty(member).GetString()!;

        long Number(string member) => now.GetProperty(member).GetInt64();

        async Task<JsonElement> UntilAsync(Func<JsonElement, bool> holds)
        {
            while (true)
            {
                var gateway = Assert.Single(JsonDocument.Parse(await GetAsync("figures")).RootElement.GetProperty("gateways").EnumerateArray().ToList());
                if (holds(gateway)) return gateway;
                await Task.Delay(100, cancellationToken);
            }
        }

        async Task<string> GetAsync(string path)
        {
            using var http = new HttpClient();
            var token = await File.ReadAllTextAsync(Path.Combine(data, "dashboard.token"), cancellationToken);
            http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token.Trim());
            return await http.GetStringAsync(new Uri(Page + path), cancellationToken);
        }
    }

    /// <summary>The status names the gateway with its addresses.</summary>
    public void AssertNamed(JsonElement status)
    {
        var gateway = Assert.Single(status.GetProperty("gateways").EnumerateArray().ToList());
        Assert.Equal(
            ("legacy", $"ftp://127.0.0.1:{_ftp}/", $"http://127.0.0.1:{_http}/"),
            (gateway.GetProperty("name").GetString(), gateway.GetProperty("address").GetString(), gateway.GetProperty("http").GetString()));
        Assert.Empty(status.GetProperty("problems").EnumerateArray());
    }

    /// <summary>The log of a stopped service names the gateway and its files, and no password.</summary>
    public async Task AssertLoggedAsync(CancellationToken cancellationToken)
    {
        var log = await File.ReadAllTextAsync(Assert.Single(Directory.GetFiles(Path.Combine(data, "logs"), "ftpxd-*.log")), cancellationToken);
        Assert.Contains($"legacy: open at ftp://127.0.0.1:{_ftp}/ and http://127.0.0.1:{_http}/ for archive.", log);
        Assert.Matches($"{Client}/?day/big.bin: {Length} bytes in ", log);
        Assert.Matches($"{Client}/?day/small.bin: {Small} bytes in ", log);
        Assert.Matches($"{Client}/?day/huge.bin: failed after [0-9]+ bytes: ", log);
        Assert.Contains("legacy: client 127.0.0.1:", log);
        Assert.Contains("legacy: closed.", log);
        Assert.DoesNotContain("geheim", log);
    }

    private Task<ProgramEnd> CurlAsync(string words, CancellationToken cancellationToken) =>
        ProgramRun.RunAsync("curl", folder.Path, ["-fsS", .. words.Split(' ')], cancellationToken);
}
