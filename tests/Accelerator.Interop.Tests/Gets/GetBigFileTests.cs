namespace Accelerator.Interop.Tests.Gets;

/// <summary>A big file from every server, by one connection and by several.</summary>
public sealed class GetBigFileTests
{
    [ServerTheory]
    [Vsftpd(1), Proftpd(1), PureFtpd(1), Pyftpdlib(1)]
    [Vsftpd(8), Proftpd(8), PureFtpd(8), Pyftpdlib(8)]
    public async Task Get_brings_a_big_file_with_as_many_streams_as_asked(ServerKind kind, int streams)
    {
        using var deadline = GetChecks.Deadline();
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(streams) }, deadline.Token);
        await GetChecks.BringsABigFileAsync(server, streams, request => request, deadline.Token);
    }

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task Get_brings_a_big_file_when_it_chooses_the_streams_itself(ServerKind kind)
    {
        using var deadline = GetChecks.Deadline();
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(8) }, deadline.Token);
        await GetChecks.BringsABigFileAsync(server, null, request => request, deadline.Token);
    }

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task Get_brings_a_big_file_over_IPv6_with_four_streams(ServerKind kind)
    {
        using var deadline = GetChecks.Deadline();
        await using var server = await kind.StartAsync(new ServerOptions { IPv6 = true, BytesPerSecond = GetChecks.RateFor(4) }, deadline.Token);
        await GetChecks.BringsABigFileAsync(server, 4, request => request, deadline.Token);
    }

    [ServerTheory]
    [Vsftpd(false), Vsftpd(true), Proftpd(false), PureFtpd(false), Pyftpdlib(false)]
    public async Task Get_brings_a_big_file_in_active_mode(ServerKind kind, bool overIPv6)
    {
        using var deadline = GetChecks.Deadline();
        await using var server = await kind.StartAsync(new ServerOptions { IPv6 = overIPv6, BytesPerSecond = GetChecks.RateFor(4) }, deadline.Token);
        await GetChecks.BringsABigFileAsync(server, 4, request => request with { ActiveMode = true }, deadline.Token);
        // Pure-FTPd does not log commands.
        if (kind == ServerKind.PureFtpd) return;
        Assert.Equal(server.CountCommands("RETR"), server.CountCommands("EPRT"));
        Assert.Equal(0, server.CountCommands("EPSV") + server.CountCommands("PASV"));
    }
}
