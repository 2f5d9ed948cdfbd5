namespace Accelerator.Interop.Tests.Servers;

[Trait("Group", "interop-vsftpd")]
public sealed class VsftpdServerTests
{
    [ServerFact("vsftpd", "curl")]
    public async Task It_serves_sizes_and_any_byte_range()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await FixtureProof.ServesSizeAndRangesAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "curl")]
    public async Task It_serves_on_IPv6()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { IPv6 = true }, deadline.Token);
        Assert.Equal("::1", server.Host);
        await FixtureProof.ServesSizeAndRangesAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "curl")]
    public async Task It_speaks_explicit_TLS()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await FixtureProof.ServesTlsAsync(server, expectResumption: true, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task It_refuses_the_session_above_its_limit()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { MaxClients = 2 }, deadline.Token);
        await FixtureProof.RefusesTheThirdSessionAsync(server, "421", deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task It_refuses_the_session_above_its_limit_for_one_address()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { MaxPerAddress = 2 }, deadline.Token);
        await FixtureProof.RefusesTheThirdSessionAsync(server, "421", deadline.Token);
    }

    [ServerFact("vsftpd", "curl")]
    public async Task It_keeps_a_connection_to_its_rate()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 512 * 1024 }, deadline.Token);
        await FixtureProof.KeepsToItsRateAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task It_keeps_to_its_passive_ports()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { PassivePorts = 8 }, deadline.Token);
        await FixtureProof.StaysInItsPassivePortsAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "curl")]
    public async Task It_speaks_implicit_TLS()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Implicit }, deadline.Token);
        await FixtureProof.ServesTlsAsync(server, expectResumption: true, deadline.Token);
    }

    [ServerFact("vsftpd", "curl")]
    public async Task It_refuses_TLS_data_connections_that_resume_nothing_if_so_told()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await FixtureProof.RefusesTlsDataWithoutResumptionAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "curl")]
    public async Task It_counts_the_commands_it_was_sent()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        var (client, _) = await RawFtpClient.LogInAsync(server, deadline.Token);
        using (client)
        {
            await client.SendAsync("PWD", deadline.Token);
            await client.SendAsync("REST 5", deadline.Token);
            await client.SendAsync("REST 7", deadline.Token);
        }
        Assert.Equal(1, server.CountCommands("PWD"));
        Assert.Equal(2, server.CountCommands("REST"));
        Assert.Equal(1, server.CountCommands("USER"));
    }
}
