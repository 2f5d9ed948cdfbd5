using System.Text.Json;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;
using Accelerator.TestKit;

namespace Accelerator.Interop.Tests.Probes;

/// <summary>What <c>ftpx probe</c> finds out about real servers whose connections are capped.</summary>
[Trait("Group", "interop-probe")]
public sealed class ProbeTests
{
    private const int Cap = 4 << 20;

    [ServerFact("vsftpd")]
    public async Task What_vsftpd_can_do_is_proven() => await FindsAsync(await VsftpdServer.StartAsync(Capped(), CancellationToken.None), "vsFTPd", "426", rang: "absent");

    [ServerFact("proftpd")]
    public async Task What_ProFTPD_can_do_is_proven_ranges_with_an_end_too() =>
        await FindsAsync(await ProftpdServer.StartAsync(Capped(), CancellationToken.None), "ProFTPD", "426", rang: "proven");

    [ServerFact("pure-ftpd")]
    public async Task What_Pure_FTPd_can_do_is_proven_though_it_answers_an_early_close_with_a_second_150() =>
        await FindsAsync(await PureFtpdServer.StartAsync(Capped(), CancellationToken.None), "Pure-FTPd", "150", rang: "absent");

    [ServerFact("pyftpdlib")]
    public async Task What_pyftpdlib_can_do_is_proven() => await FindsAsync(await PyftpdlibServer.StartAsync(Capped(), CancellationToken.None), "loopback", "426", rang: "absent");

    [ServerFact("vsftpd")]
    public async Task What_vsftpd_can_do_over_TLS_is_proven() =>
        await FindsAsync(await VsftpdServer.StartAsync(Capped() with { Tls = ServerTls.Explicit }, CancellationToken.None), "vsFTPd", "", rang: "absent");

    [ServerFact("vsftpd")]
    public async Task A_server_that_lets_four_in_is_measured_with_four()
    {
        await using var server = await VsftpdServer.StartAsync(Capped() with { MaxPerAddress = 4 }, CancellationToken.None);
        var found = await ProbeAsync(server, streams: 16);
        Assert.Equal(("refused", "connections", 4), (Text(found, "stop"), Text(found, "limit"), found.GetProperty("max_connections").GetInt32()));
        Assert.Equal(4, found.GetProperty("recommended_streams").GetInt32());
        Assert.InRange(found.GetProperty("refusals").GetInt32(), 1, 3);
    }

    private static ServerOptions Capped() => new() { BytesPerSecond = Cap };

    private static async Task FindsAsync(FtpServerProcess started, string name, string earlyClose, string rang)
    {
        await using var server = started;
        var found = await ProbeAsync(server, streams: 2);
        Assert.Contains(name, Text(found, "greeting"));
        var features = found.GetProperty("features").EnumerateArray().ToDictionary(feature => Text(feature, "name"), feature => (Verdict: Text(feature, "verdict"), Detail: Text(feature, "detail")));
        Assert.Equal(("proven", "proven", rang), (features["REST"].Verdict, features["early close"].Verdict, features["RANG"].Verdict));
        Assert.StartsWith(earlyClose, features["early close"].Detail);
        Assert.Equal([1, 2], found.GetProperty("steps").EnumerateArray().Select(step => step.GetProperty("streams").GetInt32()));
        Assert.Equal(("most_streams", "stream_rate", 2), (Text(found, "stop"), Text(found, "limit"), found.GetProperty("recommended_streams").GetInt32()));
        Assert.Empty(found.GetProperty("notes").EnumerateArray());
    }

    private static async Task<JsonElement> ProbeAsync(FtpServerProcess server, int streams)
    {
        using var deadline = GetProof.Deadline();
        await GetProof.PutAsync(server, "big.bin", 4 * GetProof.Big, deadline.Token);
        using var folder = new TempFolder();
        var end = await FtpxProgram.RunAsync(folder.Path, server.Password,
            ["probe", FtpxProgram.UrlOf(server, "big.bin"), "--json", "--quiet", "--insecure", "--streams", $"{streams}"], deadline.Token);
        Assert.Equal((0, ""), (end.ExitCode, end.Error));
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
        return Assert.Single(FtpxProgram.Lines(end, "probe"));
    }

    private static string Text(JsonElement json, string name) => json.GetProperty(name).GetString()!;
}
