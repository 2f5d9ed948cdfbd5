namespace Accelerator.Interop.Tests.Gets;

/// <summary><c>ftpx cat</c> in a shell, from a real server.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class CatTests : RealTests
{
    [ServerTheory]
    [Vsftpd]
    public async Task Four_streams_come_out_in_order_and_a_reader_may_stop_early(ServerKind kind)
    {
        // Seven seconds for four streams, so that the last one logs in before the end on a busy machine too.
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(16) }, Token);
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

    // Without SIZE and a listing there is one stream; with REST it continues where it was cut.
    [ServerTheory("pyftpdlib")]
    [InlineData("SIZE,MLST,MLSD", 0)]
    [InlineData("SIZE,MLST,MLSD,LIST,NLST", 0)]
    [InlineData("REST", 9)]
    [InlineData("SIZE,MLST,MLSD,LIST,NLST,REST", 9)]
    public async Task A_stream_that_is_cut_continues_where_REST_works_and_else_the_output_ends_as_doubtful(string without, int code)
    {
        // Without REST the command starts again with one stream, on a busy computer only after some seconds. The cut must come later than that.
        string[] extra = [PyftpdlibServer.Without(without.Split(',')), PyftpdlibServer.DropsOneSessionAfter(9 << 20)];
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = 2 << 20, Extra = extra }, Token);
        await server.PutAsync("big.bin", (12 << 20) + 17, 1, Token);

        await using var run = StartCat(server, "cat > got", []);
        var end = await run.WaitAsync(Token);

        var got = await File.ReadAllBytesAsync(Folder.File("got"), Token);
        var all = await File.ReadAllBytesAsync(Path.Combine(server.Root, "big.bin"), Token);
        Assert.True(end.Error.Contains($"exit {code}", StringComparison.Ordinal), end.Error);
        Assert.True(all.AsSpan().StartsWith(got));
        Assert.Equal(code == 0, all.Length == got.Length);
    }

    [ServerTheory("pyftpdlib")]
    [InlineData("")]
    [InlineData("REST")]
    [InlineData("SIZE,MLST,MLSD,LIST,NLST")]
    public async Task A_range_comes_from_any_server(string without)
    {
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { Extra = [PyftpdlibServer.Without(without.Split(','))] }, Token);
        await server.PutAsync("big.bin", (12 << 20) + 17, 1, Token);

        await using var run = StartCat(server, "cat > got", ["--range", "1000000-11999999"]);
        Assert.Contains("exit 0", (await run.WaitAsync(Token)).Error);

        var all = await File.ReadAllBytesAsync(Path.Combine(server.Root, "big.bin"), Token);
        Assert.Equal(all[1_000_000..12_000_000], await File.ReadAllBytesAsync(Folder.File("got"), Token));
    }

    [Theory]
    [InlineData(10, "cat", "ftp://localhost/f")]
    [InlineData(10, "get", "-o", "-", "ftp://localhost/f")]
    [InlineData(2, "gateway", "--upstream", "ftp://localhost")]
    public async Task A_missing_folder_for_temporary_files_is_one_message(int exitCode, params string[] words)
    {
        var missing = Folder.File("missing");
        await using var run = FtpxProgram.Native.Start(Folder.Path, new Dictionary<string, string> { ["TMPDIR"] = missing }, words);
        var end = (await run.WaitAsync(Token)).Expect(exitCode);
        Assert.Equal(
            $"ftpx: error: The folder for temporary files {missing} cannot be used: there is no such folder. Set TMPDIR to another folder.",
            end.Error.Trim());
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
        await using var run = StartCat(server, reader, []);
        return (await run.WaitAsync(Token)).Expect();
    }

    // The shell's exit code is the reader's; the command's own is on standard error.
    private ProgramRun StartCat(FtpServerProcess server, string reader, IEnumerable<string> options)
    {
        var words = (string[])[.. NativeProgram.Command, "cat", "--streams", "4", "--no-site-memory", .. options, FtpxProgram.UrlOf(server, "big.bin")];
        var environment = new Dictionary<string, string> { ["TMPDIR"] = Folder.Path };
        if (server is not VsftpdServer) environment["FTPX_PASSWORD"] = server.Password;
        return ProgramRun.StartFile("/bin/sh", Folder.Path, ["-c", $"{{ \"$@\"; echo exit $? >&2; }} | {reader}", "sh", .. words], environment);
    }
}
