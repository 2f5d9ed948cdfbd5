namespace Accelerator.Interop.Tests.Probes;

/// <summary>Tests of <c>ftpx probe</c> against real servers whose connections are capped.</summary>
public sealed class ProbeTests : RealTests
{
    // Pure-FTPd answers an early close with a second 150.
    [ServerTheory]
    [Vsftpd(ServerTls.None, "vsFTPd", "426", "absent"), Proftpd(ServerTls.None, "ProFTPD", "426", "proven")]
    [PureFtpd(ServerTls.None, "Pure-FTPd", "150", "absent"), Pyftpdlib(ServerTls.None, "loopback", "426", "absent")]
    [Vsftpd(ServerTls.Explicit, "vsFTPd", "", "absent")]
    public async Task The_abilities_of_a_server_are_proven(ServerKind kind, ServerTls tls, string name, string earlyClose, string rang)
    {
        await ProbeChecks.Native.FindsAsync(await kind.StartAsync(ProbeChecks.Capped with { Tls = tls }, Token), name, earlyClose, rang);
    }

    [ServerTheory]
    [Vsftpd]
    public async Task A_server_that_allows_four_connections_is_measured_with_four(ServerKind kind)
    {
        await using var server = await kind.StartAsync(ProbeChecks.Capped with { MaxPerAddress = 4 }, Token);
        var found = await ProbeChecks.Native.ProbeAsync(server, streams: 16);
        Assert.Equal(("refused", "connections"), (ProbeChecks.Text(found, "stop"), ProbeChecks.Text(found, "limit")));
        Assert.Equal(4, found.GetProperty("max_connections").GetInt32());
        Assert.Equal(4, found.GetProperty("recommended_streams").GetInt32());
        Assert.InRange(found.GetProperty("refusals").GetInt32(), 1, 3);
    }
}
