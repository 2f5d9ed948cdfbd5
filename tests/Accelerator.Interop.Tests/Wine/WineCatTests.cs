namespace Accelerator.Interop.Tests.Wine;

/// <summary><c>ftpx cat</c> by the executable that is shipped for Windows.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class WineCatTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerTheory("vsftpd", "wine")]
    [InlineData("| cat > got", "")]
    [InlineData("> got", "")]
    [InlineData("| cat > got", "--range 1000000-29999999")]
    public async Task Four_streams_come_out_in_order_to_a_pipe_and_to_a_file(string target, string range)
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, Token);
        await server.PutAsync("big.bin", (40 << 20) + 17, 1, Token);
        string[] words = ["cat", "--quiet", "--streams", "4", .. range.Split(' ', StringSplitOptions.RemoveEmptyEntries), FtpxProgram.UrlOf(server, "big.bin")];
        var command = WineSession.ShellCommand([WindowsBuild.Shipped.Require(), .. words]);

        await using var run = ProgramRun.StartFile("/bin/sh", Folder.Path, ["-c", $"{command} {target}"], wine.Session.Environment);
        Assert.Equal(new ProgramEnd(0, "", ""), await run.WaitAsync(Token));

        var all = await File.ReadAllBytesAsync(Path.Combine(server.Root, "big.bin"), Token);
        var expected = range.Length == 0 ? all : all[1_000_000..30_000_000];
        var actual = await File.ReadAllBytesAsync(Folder.File("got"), Token);
        Assert.True(expected.AsSpan().SequenceEqual(actual), $"{actual.Length} of {expected.Length} bytes");
    }
}
