namespace Accelerator.Interop.Tests.Wine;

/// <summary><c>ftpx gateway</c> by the executable that is shipped for Windows, between clients of this machine and real servers.</summary>
[UnsupportedOSPlatform("windows")]
public sealed partial class WineGatewayTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    private const int Big = (12 << 20) + 17;
    private const int Small = 70_000;

    private const string Python = """
        import ftplib, sys
        ftp = ftplib.FTP(); ftp.connect(sys.argv[1], int(sys.argv[2])); ftp.login(); ftp.set_pasv(sys.argv[3] == 'passive')
        ftp.cwd('day')
        for name in ['big.bin', 'small.bin']:
            with open(name, 'wb') as out: ftp.retrbinary('RETR ' + name, out.write)
        """;

    // Slower than elsewhere: a session takes Wine a while, and the last stream is to come before the end.
    private static readonly ServerOptions Slow = new() { BytesPerSecond = GetChecks.RateFor(4) / 4 };

    private readonly int _ftp = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
    private readonly int _http = LoopbackPorts.FindFree(IPAddress.Loopback, 1);

    [ServerFact("vsftpd", "curl", "wine")]
    public async Task A_client_gets_resumes_and_lists_until_Ctrl_C_and_so_does_one_over_HTTP()
    {
        // So slow that one stream alone needs half a minute: the second one comes before the end on a busy machine too.
        await using var server = await VsftpdServer.StartAsync(Slow with { BytesPerSecond = 400 << 10 }, Token);
        var hashes = await PutAsync(server);
        await server.PutAsync("day/한글 이름.bin", 1000, 3, Token);
        await using var gateway = await StartAsync(server);

        await GetAsync("curl -sS -O ftp://$H:$P/day/big.bin -O ftp://$H:$P/day/small.bin && truncate -s 5000000 big.bin && curl -sS -C - -O ftp://$H:$P/day/big.bin", hashes, gateway, server);
        await GetAsync("curl -fsS -O $W/day/big.bin -O $W/day/small.bin && truncate -s 5000000 big.bin && curl -fsS -C - -O $W/day/big.bin", hashes, gateway, server);
        foreach (var command in (string[])["curl -sS ftp://$H:$P/day/", "curl -sS -l ftp://$H:$P/day/", "curl -sSI ftp://$H:$P/day/big.bin"])
            Assert.Equal((await ShellAsync(command, server.Port)).Expect().Output, (await ShellAsync(command, _ftp)).Expect().Output);
        // An upload is refused.
        (await ShellAsync("echo new > new.bin && curl -sS -T new.bin ftp://$H:$P/day/", _ftp)).Expect(25);

        var end = await EndAsync(gateway);
        Assert.StartsWith($"Gateway at ftp://127.0.0.1:{_ftp}/ and http://127.0.0.1:{_http}/ for ftp://127.0.0.1:{server.Port}. Press Ctrl-C to stop.\r\n", end.Output);
        // Over FTP and over HTTP, and the rest of each.
        Assert.Equal(2, WholeFile().Count(end.Output));
        Assert.Equal(2, Rest().Count(end.Output));
        Assert.DoesNotContain("failed", end.Output);
    }

    [ServerTheory("vsftpd", "curl", "lftp", "wget", "python3", "wine")]
    [InlineData("curl -sS --ftp-port - -O ftp://$H:$P/day/big.bin -O ftp://$H:$P/day/small.bin")]
    [InlineData("wget -q -r -nH --cut-dirs=1 ftp://$H:$P/day/")]
    [InlineData("lftp -c 'set cmd:fail-exit yes; set net:max-retries 2; open ftp://'$H:$P'; mirror day .'")]
    [InlineData("python3 -c \"$PYTHON\" $H $P passive")]
    [InlineData("python3 -c \"$PYTHON\" $H $P active")]
    [InlineData("wget -q $W/day/big.bin $W/day/small.bin && truncate -s 5000000 big.bin && wget -q -c $W/day/big.bin")]
    [InlineData("$FTPX get --quiet ftp://$H:$P/day/big.bin && $FTPX get --quiet ftp://$H:$P/day/small.bin")]
    [InlineData("$FTPX_EXE get --quiet ftp://$H:$P/day/big.bin && $FTPX_EXE get --quiet ftp://$H:$P/day/small.bin")]
    [Trait("Run", "all")]
    public async Task A_client_gets_the_servers_files(string command)
    {
        await using var server = await VsftpdServer.StartAsync(Slow, Token);
        var hashes = await PutAsync(server);
        await using var gateway = await StartAsync(server);
        await GetAsync(command, hashes, gateway, server);
        await EndAsync(gateway);
    }

    [ServerFact("proftpd", "curl", "wine")]
    [Trait("Run", "all")]
    public async Task A_client_without_TLS_reaches_a_server_that_demands_it()
    {
        await using var server = await ProftpdServer.StartAsync(Slow with { Tls = ServerTls.Explicit, RequireTlsSessionReuse = false }, Token);
        var hashes = await PutAsync(server);
        await using var gateway = await StartAsync(server, "--insecure");
        await GetAsync($"curl -sS -u '{server.User}:{server.Password}' -O ftp://$H:$P/day/big.bin -O ftp://$H:$P/day/small.bin", hashes, gateway, server);
        await EndAsync(gateway);
    }

    [ServerFact("vsftpd", "lftp", "wine")]
    [Trait("Run", "all")]
    public async Task Small_files_come_from_memory_and_a_client_that_is_killed_ends_its_fetch()
    {
        const int count = 60;
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 4 << 20 }, Token);
        for (var i = 0; i < count; i++) await server.PutAsync($"many/f{i:00}.bin", 100_000, i, Token);
        await server.PutAsync("huge.bin", 200 << 20, 1, Token);
        await using var gateway = await StartAsync(server);

        (await ShellAsync("lftp -c 'set cmd:fail-exit yes; set net:max-retries 2; open ftp://'$H:$P'; mirror many .'", _ftp)).Expect();
        for (var i = 0; i < count; i++)
            Assert.Equal(await RandomFile.HashAsync(Path.Combine(server.Root, $"many/f{i:00}.bin"), Token), await RandomFile.HashAsync(Folder.File($"f{i:00}.bin"), Token));
        await using (var client = ProgramRun.Start("curl", Folder.Path, "-sS", "-o", "huge.bin", $"ftp://127.0.0.1:{_ftp}/huge.bin"))
        {
            while (!File.Exists(Folder.File("huge.bin")) || new FileInfo(Folder.File("huge.bin")).Length == 0) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
            await client.KillAsync();
        }

        var end = await EndAsync(gateway);
        Assert.InRange(FromMemory().Count(end.Output), count / 2, count);
        Assert.Matches("/?huge.bin: failed after ", end.Output);
    }

    private async Task<Dictionary<string, string>> PutAsync(FtpServerProcess server) => new()
    {
        ["big.bin"] = await server.PutAsync("day/big.bin", Big, 1, Token), ["small.bin"] = await server.PutAsync("day/small.bin", Small, 2, Token),
    };

    private async Task<ProgramRun> StartAsync(FtpServerProcess server, params string[] words)
    {
        var scheme = server.Options.Tls == ServerTls.Explicit ? "ftpes" : "ftp";
        var gateway = wine.Shipped.Start(
            Folder.Path, password: null,
            ["gateway", "--listen", $"{_ftp}", "--http", $"{_http}", "--streams", "4", "--upstream", $"{scheme}://{server.Name}:{server.Port}", .. words]);
        while (!LoopbackPorts.IsListening(IPAddress.Loopback, _ftp) || !LoopbackPorts.IsListening(IPAddress.Loopback, _http))
        {
            if (gateway.HasExited) Assert.Fail($"The gateway ended: {await gateway.WaitAsync(Token)}");
            await Task.Delay(TimeSpan.FromMilliseconds(50), Token);
        }
        return gateway;
    }

    private async Task GetAsync(string command, Dictionary<string, string> hashes, ProgramRun gateway, FtpServerProcess server)
    {
        var end = await ShellAsync(command, _ftp);
        if (end.ExitCode != 0) Assert.Fail($"{command}: {end}\nThe gateway: {await EndAsync(gateway)}\nThe server: {server.Log}");
        foreach (var (name, hash) in hashes)
        {
            Assert.Equal(hash, await RandomFile.HashAsync(Folder.File(name), Token));
            File.Delete(Folder.File(name));
        }
    }

    private Task<ProgramEnd> ShellAsync(string command, int port)
    {
        var environment = new Dictionary<string, string>(wine.Session.Environment)
        {
            ["H"] = "127.0.0.1", ["P"] = $"{port}", ["W"] = $"http://127.0.0.1:{_http}", ["PYTHON"] = Python, ["TMPDIR"] = Folder.Path, ["HOME"] = Folder.Path,
            ["FTPX"] = string.Join(' ', NativeProgram.Command), ["FTPX_EXE"] = $"{ServerTools.Require("wine")} {WindowsBuild.Shipped.Require()}",
        };
        return ProgramRun.RunFileAsync("/bin/sh", Folder.Path, ["-c", command], Token, environment);
    }

    private async Task<ProgramEnd> EndAsync(ProgramRun gateway)
    {
        await FtpxProgram.InterruptAsync(gateway, Token);
        return (await gateway.WaitAsync(Token)).Expect();
    }

    [GeneratedRegex(@"^[0-9:]{8} session [0-9]+: /?day/big\.bin: 12\.0 MiB in .* [2-4] streams\)\r$", RegexOptions.Multiline)]
    private static partial Regex WholeFile();

    [GeneratedRegex(@"^[0-9:]{8} session [0-9]+: /?day/big\.bin: 7\.23 MiB in .* [2-4] streams\)\r$", RegexOptions.Multiline)]
    private static partial Regex Rest();

    [GeneratedRegex(@" 97\.7 KiB in .* from memory\r$", RegexOptions.Multiline)]
    private static partial Regex FromMemory();
}
