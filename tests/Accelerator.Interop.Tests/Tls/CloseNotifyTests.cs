using Accelerator.Interop.Tests.Listings;
using Accelerator.Interop.Tests.Mirrors;

namespace Accelerator.Interop.Tests.Tls;

/// <summary>Who ended an encrypted data connection: the server, with TLS's close_notify, or anyone on the network, with a FIN.</summary>
public sealed class CloseNotifyTests : RealTests
{
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task Listings_and_files_of_real_servers_end_with_close_notify(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        for (var i = 0; i < 300; i++) await server.PutAsync($"many/file-{i}.bin", 1, seed: i, Token);
        await server.PutAsync("many/big.bin", 300_000, seed: 1, Token);
        await using var login = await ListFixture.OpenAsync(server, Token);
        var (entries, outcome) = await login.ListAsync("many", Token);
        Assert.Equal(301, entries.Count);
        Assert.False(outcome.LacksCloseNotify);

        await using var transfer = await login.Session.RetrieveAsync(ListFixture.Path("many/big.bin"), 0, null, isBulk: false, Token);
        var buffer = new byte[65536];
        while (await transfer.ReadAsync(buffer) > 0) { }
        await transfer.CompleteAsync(Token);
        Assert.Equal((300_000, true, false), (transfer.BytesRead, transfer.IsEndConfirmed, transfer.LacksCloseNotify));
    }

    /// <summary>Four of ten files were deleted here, because six were listed and the server said 226.</summary>
    [ServerFact("pyftpdlib")]
    public async Task A_mirror_deletes_nothing_after_a_listing_that_a_FIN_cut_off()
    {
        await using var server = await PyftpdlibServer.StartAsync(
            new ServerOptions { Tls = ServerTls.Explicit, Extra = [PyftpdlibServer.NoCloseNotify] }, Token);
        for (var i = 0; i < 10; i++) await server.PutAsync($"data/file-{i}.bin", 100, seed: i, Token);
        using var mirror = new MirrorFixture(server);
        await mirror.RunAsync("data", delete: true, Token);
        Assert.Equal(10, mirror.Here.Count);

        server.CutListings();
        await mirror.RunAsync("data", delete: true, Token);
        Assert.Equal((10, 6L), (mirror.Here.Count, mirror.Plan.SameFiles));
        Assert.Contains("ended without TLS's close_notify", Assert.Single(mirror.Result.Problems).ToString());
    }

    [ServerTheory("pyftpdlib")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_file_without_a_size_is_complete_only_with_close_notify(bool isNotified)
    {
        string[] faults = [PyftpdlibServer.Without("SIZE", "MLST", "MLSD", "LIST", "NLST"), .. isNotified ? [] : (string[])[PyftpdlibServer.NoCloseNotify]];
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit, Extra = faults }, Token);
        await server.PutAsync("a.bin", 300_000, seed: 1, Token);
        var end = await FtpxProgram.Native.GetAsync(
            server, Folder, ["--insecure", "--quiet", "--retries", "1", "--retry-wait", "0s", FtpxProgram.UrlOf(server, "a.bin")], Token);

        Assert.True(end.ExitCode == 0 == isNotified, end.Output + end.Error);
        Assert.Equal(isNotified, File.Exists(Folder.File("a.bin")));
        Assert.Equal(!isNotified, end.Error.Contains("without TLS's close_notify", StringComparison.Ordinal));
    }

    /// <summary>With a size, the bytes are counted: a server that never sends close_notify can still be used.</summary>
    [ServerFact("pyftpdlib")]
    public async Task A_file_with_a_size_is_complete_without_close_notify()
    {
        await using var server = await PyftpdlibServer.StartAsync(
            new ServerOptions { Tls = ServerTls.Explicit, Extra = [PyftpdlibServer.NoCloseNotify] }, Token);
        var hash = await server.PutAsync("a.bin", 300_000, seed: 1, Token);
        (await FtpxProgram.Native.GetAsync(server, Folder, ["--insecure", FtpxProgram.UrlOf(server, "a.bin")], Token)).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("a.bin"), Token));
    }
}
