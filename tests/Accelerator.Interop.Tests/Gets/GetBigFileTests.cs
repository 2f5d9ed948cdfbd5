namespace Accelerator.Interop.Tests.Gets;

/// <summary>A big file from every server, by one connection and by several.</summary>
public sealed class GetBigFileTests : RealTests
{
    [ServerTheory]
    [Vsftpd(1), Proftpd(1), PureFtpd(1), Pyftpdlib(1), Ftpx(1)]
    [Vsftpd(8), Proftpd(8), PureFtpd(8), Pyftpdlib(8), Ftpx(8)]
    public Task Get_brings_a_big_file_with_as_many_streams_as_asked(ServerKind kind, int streams) => BringAsync(kind, streams, streams);

    [ServerTheory]
    [Vsftpd(false), Proftpd(false), PureFtpd(false), Pyftpdlib(false), Ftpx(true)]
    public Task Get_brings_a_big_file_when_it_chooses_the_streams_itself(ServerKind kind, bool overIPv6) =>
        BringAsync(kind, null, rateFor: 8, overIPv6);

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public Task Get_brings_a_big_file_over_IPv6_with_four_streams(ServerKind kind) => BringAsync(kind, 4, rateFor: 4, overIPv6: true);

    [ServerTheory]
    [Vsftpd(false), Vsftpd(true), Proftpd(false), PureFtpd(false), Pyftpdlib(false), Ftpx(false)]
    public Task Get_brings_a_big_file_in_active_mode(ServerKind kind, bool overIPv6) =>
        BringAsync(kind, 4, rateFor: 4, overIPv6, request => request with { ActiveMode = true }, server =>
        {
            // They do not log commands.
            if (server is PureFtpdServer or FtpxServer) return;
            // A session may end between the two commands, and a busy server then reads the first one alone.
            Assert.InRange(server.CountCommands("RETR"), 1, server.CountCommands("EPRT"));
            Assert.Equal(0, server.CountCommands("EPSV") + server.CountCommands("PASV"));
        });

    private async Task BringAsync(
        ServerKind kind, int? streams, int rateFor, bool overIPv6 = false, Func<TransferRequest, TransferRequest>? adjust = null,
        Action<FtpServerProcess>? check = null)
    {
        var options = new ServerOptions { IPv6 = overIPv6, BytesPerSecond = GetChecks.RateFor(rateFor) };
        await using var server = await kind.StartAsync(options, Token);
        await GetChecks.BringsABigFileAsync(server, streams, adjust ?? (request => request), Token);
        check?.Invoke(server);
    }
}
