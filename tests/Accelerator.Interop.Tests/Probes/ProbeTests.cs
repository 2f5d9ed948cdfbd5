using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Probes;

/// <summary>What <c>ftpx probe</c> finds out about real servers whose connections are capped.</summary>
[Trait("Group", "interop-probe")]
public sealed class ProbeTests
{
    [ServerFact("vsftpd")]
    public async Task What_vsftpd_can_do_is_proven() => await ProbeProof.Native.FindsAsync(await VsftpdServer.StartAsync(ProbeProof.Capped, CancellationToken.None), "vsFTPd", "426", rang: "absent");

    [ServerFact("proftpd")]
    public async Task What_ProFTPD_can_do_is_proven_ranges_with_an_end_too() =>
        await ProbeProof.Native.FindsAsync(await ProftpdServer.StartAsync(ProbeProof.Capped, CancellationToken.None), "ProFTPD", "426", rang: "proven");

    [ServerFact("pure-ftpd")]
    public async Task What_Pure_FTPd_can_do_is_proven_though_it_answers_an_early_close_with_a_second_150() =>
        await ProbeProof.Native.FindsAsync(await PureFtpdServer.StartAsync(ProbeProof.Capped, CancellationToken.None), "Pure-FTPd", "150", rang: "absent");

    [ServerFact("pyftpdlib")]
    public async Task What_pyftpdlib_can_do_is_proven() => await ProbeProof.Native.FindsAsync(await PyftpdlibServer.StartAsync(ProbeProof.Capped, CancellationToken.None), "loopback", "426", rang: "absent");

    [ServerFact("vsftpd")]
    public async Task What_vsftpd_can_do_over_TLS_is_proven() =>
        await ProbeProof.Native.FindsAsync(await VsftpdServer.StartAsync(ProbeProof.Capped with { Tls = ServerTls.Explicit }, CancellationToken.None), "vsFTPd", "", rang: "absent");

    [ServerFact("vsftpd")]
    public async Task A_server_that_lets_four_in_is_measured_with_four()
    {
        await using var server = await VsftpdServer.StartAsync(ProbeProof.Capped with { MaxPerAddress = 4 }, CancellationToken.None);
        var found = await ProbeProof.Native.ProbeAsync(server, streams: 16);
        Assert.Equal(("refused", "connections", 4), (ProbeProof.Text(found, "stop"), ProbeProof.Text(found, "limit"), found.GetProperty("max_connections").GetInt32()));
        Assert.Equal(4, found.GetProperty("recommended_streams").GetInt32());
        Assert.InRange(found.GetProperty("refusals").GetInt32(), 1, 3);
    }
}
