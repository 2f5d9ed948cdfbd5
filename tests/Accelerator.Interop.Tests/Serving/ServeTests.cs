namespace Accelerator.Interop.Tests.Serving;

/// <summary><c>ftpx serve</c> with other clients; with our own it is one of the servers of the groups gets, listings and mirrors.</summary>
public sealed class ServeTests : RealTests
{
    private const string Korean = "한글 이름 (1).bin";

    private static readonly string[] Everywhere = ["-la", "big.bin", "day/small.bin", "day/" + Korean];

    /// <summary>Each client with what it does by default: MLSD or LIST, REST or not, names as they come.</summary>
    [ServerTheory("curl", "lftp")]
    [InlineData("ftpx")]
    [InlineData("lftp")]
    public async Task A_tree_is_mirrored_completely_and_nothing_outside_it(string client)
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions(), Token);
        var hashes = await FillAsync(server, Token);
        var end = client == "ftpx"
            ? await FtpxProgram.Native.RunAsync(Folder.Path, null, ["mirror", "--quiet", UrlOf(server, ""), "copy"], Token)
            : await ProgramRun.RunAsync("lftp", Folder.Path, ["-c", $"set cmd:fail-exit yes; set net:max-retries 2; open {UrlOf(server, "")}; mirror / copy"], Token);
        Assert.True(end.ExitCode == 0, $"{end.Error}{end.Output}{server.Log}");
        // lftp copies links as links; our own client copies the file that "inside" points to. The test follows no link.
        var copied = Directory.EnumerateFiles(Folder.File("copy"), "*", new EnumerationOptions { AttributesToSkip = FileAttributes.ReparsePoint, RecurseSubdirectories = true });
        Assert.Equal(Everywhere, copied.Select(path => Path.GetRelativePath(Folder.File("copy"), path)).Where(name => name != "inside" && !name.StartsWith(".ftpx", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
        foreach (var name in Everywhere) Assert.Equal(hashes[name], await RandomFile.HashAsync(Folder.File("copy/" + name), Token));
    }

    [ServerFact("curl")]
    public async Task Curl_fetches_resumes_and_lists()
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions(), Token);
        var hashes = await FillAsync(server, Token);
        foreach (var name in new[] { "big.bin", "day/" + Korean })
        {
            var target = Folder.File(Path.GetFileName(name));
            await SucceedAsync("--output", target, UrlOf(server, name));
            Assert.Equal(hashes[name], await RandomFile.HashAsync(target, Token));
        }
        await using (var cut = new FileStream(Folder.File("big.bin"), FileMode.Open)) cut.SetLength(100_000);
        await SucceedAsync("--continue-at", "-", "--output", Folder.File("big.bin"), UrlOf(server, "big.bin"));
        Assert.Equal(hashes["big.bin"], await RandomFile.HashAsync(Folder.File("big.bin"), Token));
        Assert.Equal(["-la", "big.bin", "day", "inside"], (await SucceedAsync("--list-only", UrlOf(server, ""))).Split("\n", StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r')));

        async Task<string> SucceedAsync(params string[] words)
        {
            var end = await ProgramRun.RunAsync("curl", Folder.Path, ["--silent", "--show-error", .. words], Token);
            return end.Expect(0, $"{server.Log}\ncurl").Output;
        }
    }

    /// <summary>A folder that clients must not see lies beside the server's folder.</summary>
    [ServerTheory("curl")]
    [InlineData("../secret/file")]
    [InlineData("%2F../secret/file")]
    [InlineData("day/../../secret/file")]
    [InlineData("%2Fetc/passwd")]
    [InlineData("//etc/passwd")]
    [InlineData("%2e%2e%2Fsecret%2Ffile")]
    [InlineData("..%5Csecret%5Cfile")]
    [InlineData("out/file")]
    [InlineData("out-file")]
    [InlineData("day/up/up/secret/file")]
    public async Task Paths_and_links_stay_inside_the_root(string path)
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions(), Token);
        await FillAsync(server, Token);
        var end = await ProgramRun.RunAsync("curl", Folder.Path, ["--silent", "--path-as-is", "--output", "got", $"ftp://{server.Host}:{server.Port}/{path}"], Token);
        // 9: a folder could not be entered; 19, 78: there is no such file.
        Assert.True(end.ExitCode is 9 or 19 or 78, $"curl ended with {end.ExitCode}.\n{server.Log}");
        Assert.False(File.Exists(Folder.File("got")));
    }

    [ServerFact("curl")]
    public async Task Nothing_can_be_put_there_or_taken_away()
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions(), Token);
        var hashes = await FillAsync(server, Token);
        await File.WriteAllTextAsync(Folder.File("new"), "new");
        string[][] tries =
        [
            ["--upload-file", "new", UrlOf(server, "new")], ["--upload-file", "new", "--append", UrlOf(server, "big.bin")], ["--quote", "DELE big.bin", UrlOf(server, "")],
            ["--quote", "RNFR big.bin", UrlOf(server, "")], ["--ftp-create-dirs", "--upload-file", "new", UrlOf(server, "made/new")],
        ];
        foreach (var words in tries) Assert.NotEqual(0, (await ProgramRun.RunAsync("curl", Folder.Path, ["--silent", .. words], Token)).ExitCode);
        Assert.Equal(hashes["big.bin"], await RandomFile.HashAsync(Path.Combine(server.Root, "big.bin"), Token));
        Assert.False(Directory.Exists(Path.Combine(server.Root, "made")) || File.Exists(Path.Combine(server.Root, "new")));
    }

    [ServerFact("curl")]
    public async Task Ctrl_C_ends_it_with_a_summary_in_the_middle_of_a_transfer()
    {
        await RandomFile.WriteAsync(Folder.File("big.bin"), 8 << 20, seed: 1, Token);
        var port = LoopbackPorts.FindFree(System.Net.IPAddress.Loopback, 1);
        await using var server = FtpxProgram.Native.Start(Folder.Path, null, "serve", ".", "--port", $"{port}", "--rate", "64K");
        while (!LoopbackPorts.IsListening(System.Net.IPAddress.Loopback, port)) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
        await using var client = FtpxProgram.Native.Start(Folder.Path, null, "get", "--quiet", "--streams", "1", $"ftp://127.0.0.1:{port}/big.bin", "--output", "copy.bin");
        while (!File.Exists(Folder.File("copy.bin.part"))) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
        await FtpxProgram.InterruptAsync(server, Token);
        var end = (await server.WaitAsync(Token)).ExpectQuiet();
        Assert.Matches("(?m)^Served [12] sessions? and [0-9]+ transfers?, .* in .* s\\.$", end.Output);
    }

    // An address whose bytes are percent-encoded.
    private static string UrlOf(FtpxServer server, string path) => $"ftp://{server.Host}:{server.Port}/{string.Join('/', path.Split('/').Select(Uri.EscapeDataString))}";

    private static async Task<Dictionary<string, string>> FillAsync(FtpxServer server, CancellationToken cancellationToken)
    {
        var hashes = new Dictionary<string, string>();
        foreach (var name in Everywhere) hashes[name] = await server.PutAsync(name, name == "big.bin" ? 3 << 20 : 2000, seed: name.Length, cancellationToken);
        var secret = Path.Combine(Path.GetDirectoryName(server.Root)!, "secret");
        Directory.CreateDirectory(secret);
        await File.WriteAllTextAsync(Path.Combine(secret, "file"), "not to be read", cancellationToken);
        File.CreateSymbolicLink(Path.Combine(server.Root, "inside"), "day/small.bin");
        Directory.CreateSymbolicLink(Path.Combine(server.Root, "out"), secret);
        File.CreateSymbolicLink(Path.Combine(server.Root, "out-file"), "../secret/file");
        Directory.CreateSymbolicLink(Path.Combine(server.Root, "day", "up"), "..");
        return hashes;
    }
}
