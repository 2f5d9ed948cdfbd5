using Accelerator.Interop.Tests.Listings;

namespace Accelerator.Interop.Tests.Tls;

/// <summary>TLS 1.3, which is offered only to a server that refuses 1.2.</summary>
public sealed class Tls13Tests : RealTests
{
    [ServerTheory("proftpd")]
    [InlineData(ServerTls.Explicit)]
    [InlineData(ServerTls.Implicit)]
    public async Task A_server_with_TLS_1_3_only_is_listed_and_read(ServerTls tls)
    {
        await using var server = await ProftpdServer.StartAsync(
            new ServerOptions { Tls = tls, RequireTlsSessionReuse = false, Extra = ["TLSProtocol TLSv1.3"] }, Token);
        var hash = await server.PutAsync("data/a.bin", 3_000_000, seed: 1, Token);
        await using (var login = await ListFixture.OpenAsync(server, Token))
        {
            var (entries, outcome) = await login.ListAsync("data", Token);
            Assert.Equal(["a.bin"], entries.Keys);
            Assert.Empty(outcome.Doubts);
            Assert.True(login.Session.Traits.Tls12Refused);
        }
        (await FtpxProgram.Native.GetAsync(server, Folder, ["--insecure", "--streams", "4", FtpxProgram.UrlOf(server, "data/a.bin")], Token)).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("a.bin"), Token));
    }

    [ServerFact("proftpd")]
    public async Task A_server_with_both_versions_gets_1_2()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        await server.PutAsync("data/a.bin", 1000, seed: 1, Token);
        await using var login = await ListFixture.OpenAsync(server, Token);
        Assert.Single((await login.ListAsync("data", Token)).Entries);
        Assert.False(login.Session.Traits.Tls12Refused);
        Assert.Contains("TLSv1.2", server.Log);
        Assert.DoesNotContain("using cipher TLSv1.3", server.Log);
    }
}
