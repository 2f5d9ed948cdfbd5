namespace Accelerator.Interop.Tests.Gets;

/// <summary><c>ftpx cat</c> in a shell, from a real server.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class CatTests : RealTests
{
    [ServerTheory]
    [Vsftpd]
    public async Task Four_streams_come_out_in_order_and_a_reader_may_stop_early(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, Token);
        var sha256 = await server.PutAsync("big.bin", (40 << 20) + 17, 1, Token);
        var start = await RandomFile.HashAsync(await StartOfAsync(server), Token);

        var all = await CatAsync(server, "sha256sum");
        Assert.StartsWith(sha256, all.Output, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("4 streams", all.Error);

        var head = await CatAsync(server, "head -c 1000 | sha256sum");
        Assert.StartsWith(start, head.Output, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("error", head.Error);
        Assert.Empty(Directory.GetDirectories(Folder.Path, "ftpx-*"));
    }

    private async Task<string> StartOfAsync(FtpServerProcess server)
    {
        var start = Folder.File("start");
        await using var file = File.OpenRead(Path.Combine(server.Root, "big.bin"));
        await File.WriteAllBytesAsync(start, await ReadAsync(file), Token);
        return start;
    }

    private async Task<byte[]> ReadAsync(Stream file)
    {
        var bytes = new byte[1000];
        await file.ReadExactlyAsync(bytes, Token);
        return bytes;
    }

    private async Task<ProgramEnd> CatAsync(FtpServerProcess server, string reader)
    {
        var words = (string[])[.. NativeProgram.Command, "cat", "--streams", "4", "--no-site-memory", FtpxProgram.UrlOf(server, "big.bin")];
        await using var run = ProgramRun.StartFile(
            "/bin/sh", Folder.Path, ["-c", $"\"$@\" | {reader}", "sh", .. words], new Dictionary<string, string> { ["TMPDIR"] = Folder.Path });
        return (await run.WaitAsync(Token)).Expect();
    }
}
