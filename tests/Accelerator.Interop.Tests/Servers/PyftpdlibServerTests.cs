namespace Accelerator.Interop.Tests.Servers;

[Trait("Group", "interop-pyftpdlib")]
public sealed class PyftpdlibServerTests
{
    [ServerFact("pyftpdlib", "curl")]
    public async Task It_serves_sizes_and_any_byte_range()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await FixtureProof.ServesSizeAndRangesAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib", "curl")]
    public async Task It_serves_on_IPv6()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { IPv6 = true }, deadline.Token);
        Assert.Equal("::1", server.Host);
        await FixtureProof.ServesSizeAndRangesAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib", "curl")]
    public async Task It_speaks_explicit_TLS()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await FixtureProof.ServesTlsAsync(server, expectResumption: false, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task It_refuses_the_session_above_its_limit()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { MaxClients = 2 }, deadline.Token);
        await FixtureProof.RefusesTheThirdSessionAsync(server, "421", deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task It_refuses_the_session_above_its_limit_for_one_address()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { MaxPerAddress = 2 }, deadline.Token);
        await FixtureProof.RefusesTheThirdSessionAsync(server, "421", deadline.Token);
    }

    [ServerFact("pyftpdlib", "curl")]
    public async Task It_keeps_a_connection_to_its_rate()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = 512 * 1024 }, deadline.Token);
        await FixtureProof.KeepsToItsRateAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task It_keeps_to_its_passive_ports()
    {
        using var deadline = FixtureProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { PassivePorts = 8 }, deadline.Token);
        await FixtureProof.StaysInItsPassivePortsAsync(server, deadline.Token);
    }
}
