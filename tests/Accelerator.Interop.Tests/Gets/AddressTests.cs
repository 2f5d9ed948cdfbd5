namespace Accelerator.Interop.Tests.Gets;

/// <summary>Several addresses of one real server, which has no hash.</summary>
public sealed class AddressTests : RealTests
{
    private const int Length = 24 << 20;

    // Eight of 64 KiB.
    private const int Samples = 8 << 16;

    [ServerFact("vsftpd")]
    public async Task A_server_that_listens_at_two_addresses_sends_one_file_by_both()
    {
        // Twelve seconds by one address alone: on a busy machine the sessions of the other one come seconds later.
        await using var server = await ServerKind.Vsftpd.StartAsync(
            new ServerOptions { BytesPerSecond = 1 << 20, Extra = ["listen_address=0.0.0.0"] }, Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", Length, Token);
        using var fixture = new GetFixture(server);
        var addresses = ServerAddresses.Of([IPAddress.Loopback, IPAddress.Parse("127.0.0.2")]);

        var outcome = await GetFixture.RunAsync(fixture.Request("big.bin") with { Streams = 4, Addresses = addresses }, Token);

        outcome.AssertSucceeded();
        await GetChecks.AssertIsAsync(fixture, "big.bin", hash, Token);
        Assert.Equal(2, outcome.Result.Routes.Count);
        Assert.All(outcome.Result.Routes, route => Assert.True(route.BytesFetched > Samples, $"{route}"));
        Assert.EndsWith("127.0.0.2 by samples", outcome.File.VerifiedBy, StringComparison.Ordinal);
    }
}
