namespace Accelerator.Interop.Tests.Gateways;

/// <summary>Clients as they come, through the gateway, from vsftpd.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ClientTests : RealTests
{
    private const int Big = (12 << 20) + 17;

    private const string Python = """
        import ftplib, sys
        ftp = ftplib.FTP(); ftp.connect(sys.argv[1], int(sys.argv[2])); ftp.login(); ftp.set_pasv(sys.argv[3] == 'passive')
        ftp.cwd('day')
        for name in ['big.bin', 'small.bin']:
            with open(name, 'wb') as out: ftp.retrbinary('RETR ' + name, out.write)
        half = open('big.bin', 'rb').read()[:5000000]
        with open('big.bin', 'wb') as out:
            out.write(half)
            ftp.retrbinary('RETR big.bin', out.write, rest=len(half))
        ftp.quit()
        """;

    private const string Perl = """
        use Net::FTP;
        my $ftp = Net::FTP->new($ARGV[0], Port => $ARGV[1], Passive => $ARGV[2]) or die $@;
        $ftp->login('anonymous', 'x') && $ftp->binary && $ftp->cwd('day') or die $ftp->message;
        for my $name ('big.bin', 'small.bin') { $ftp->get($name) or die $ftp->message; }
        truncate('big.bin', 5000000);
        $ftp->get('big.bin', 'big.bin', 5000000) or die $ftp->message;
        $ftp->quit;
        """;

    /// <summary>Both files of a folder; some clients resume the large one.</summary>
    [ServerTheory("vsftpd", "curl", "wget", "lftp", "aria2c", "tnftp", "inetutils-ftp", "ncftpget", "python3", "perl")]
    [InlineData("curl -sS -O ftp://$H:$P/day/big.bin -O ftp://$H:$P/day/small.bin && truncate -s 5000000 big.bin && curl -sS -C - -O ftp://$H:$P/day/big.bin")]
    [InlineData("curl -sS --ftp-port - -O ftp://$H:$P/day/big.bin -O ftp://$H:$P/day/small.bin")]
    [InlineData("curl -sS --disable-eprt --ftp-port - -O ftp://$H:$P/day/big.bin -O ftp://$H:$P/day/small.bin")]
    [InlineData("wget -q -r -nH --cut-dirs=1 ftp://$H:$P/day/")]
    [InlineData("lftp -c 'set cmd:fail-exit yes; set net:max-retries 2; open ftp://'$H:$P'; mirror day .'")]
    [InlineData("lftp -c 'set cmd:fail-exit yes; set ftp:passive-mode no; open ftp://'$H:$P'; get day/big.bin day/small.bin'")]
    [InlineData("aria2c -q -x4 -s4 -k1M -Z ftp://$H:$P/day/big.bin ftp://$H:$P/day/small.bin")]
    [InlineData("tnftp -V ftp://$H:$P/day/big.bin ftp://$H:$P/day/small.bin")]
    [InlineData("tnftp -V -A ftp://$H:$P/day/big.bin ftp://$H:$P/day/small.bin")]
    [InlineData("printf 'user anonymous x\\nbinary\\ncd day\\nls\\nget big.bin\\nget small.bin\\nbye\\n' | inetutils-ftp -n $H $P")]
    [InlineData("printf 'user anonymous x\\nbinary\\ncd day\\nls\\nget big.bin\\nget small.bin\\nbye\\n' | inetutils-ftp -p -n $H $P")]
    [InlineData("ncftpget -V -P $P $H . /day/big.bin /day/small.bin")]
    [InlineData("python3 -c \"$PYTHON\" $H $P passive")]
    [InlineData("python3 -c \"$PYTHON\" $H $P active")]
    [InlineData("perl -e \"$PERL\" $H $P 1")]
    [InlineData("perl -e \"$PERL\" $H $P 0")]
    public async Task A_client_gets_the_servers_files(string command)
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, Token);
        var hashes = new Dictionary<string, string>
        {
            ["big.bin"] = await server.PutAsync("day/big.bin", Big, 1, Token), ["small.bin"] = await server.PutAsync("day/small.bin", 70_000, 2, Token),
        };
        await using var gateway = await FtpxGateway.StartAsync(server, Token, "--streams", "4");

        var end = await ShellAsync(gateway, command);

        Assert.True(end.ExitCode == 0, $"{end.ExitCode}: {end.Error}{end.Output}{gateway.Log}");
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Folder.File(name), Token));
    }

    [ServerTheory("vsftpd", "curl", "lftp", "python3")]
    [InlineData("curl -sS ftp://$H:$P/day/")]
    [InlineData("curl -sS -l ftp://$H:$P/day/")]
    [InlineData("curl -sS -X 'LIST -a' ftp://$H:$P/day/")]
    [InlineData("curl -sS -Q 'STAT /day' ftp://$H:$P/ -o /dev/null -v 2>&1 | grep -a '^< .*bin'")]
    [InlineData("lftp -c 'open ftp://'$H:$P'; ls day; cls -l day; cat day/a\\ b.txt'")]
    public async Task A_listing_is_that_of_the_server_byte_for_byte(string command)
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        foreach (var name in new[] { "day/big.bin", "day/한글 이름.bin", "day/a b.txt", "day/-la" }) await server.PutAsync(name, 1000, 1, Token);
        await using var gateway = await FtpxGateway.StartAsync(server, Token);
        var direct = (await ShellAsync(server, command)).Expect();
        Assert.NotEmpty(direct.Output);
        Assert.Equal(direct.Output, (await ShellAsync(gateway, command)).Expect().Output);
    }

    [ServerTheory("curl")]
    [Vsftpd]
    [Proftpd]
    [PureFtpd]
    [Pyftpdlib]
    public async Task A_client_without_TLS_reaches_a_server_that_demands_it(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        var hash = await server.PutAsync("big.bin", 3 << 20, 1, Token);
        await using var gateway = await FtpxGateway.StartAsync(server, Token, "--insecure");
        var login = $"-u '{server.User}:{server.Password}'";
        (await ShellAsync(gateway, $"curl -sS {login} -O ftp://$H:$P/big.bin")).Expect(0, gateway.Log);
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
        Assert.Contains("big.bin", (await ShellAsync(gateway, $"curl -sS {login} ftp://$H:$P/")).Expect().Output);
    }

    /// <summary>The client has no TLS that would tell it: it gets 426 and a reset in place of the server's 226. curl reports the one or the other.</summary>
    [ServerTheory("pyftpdlib", "curl")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_listing_that_a_FIN_may_have_cut_off_is_not_confirmed_to_the_client(bool isNotified)
    {
        var options = new ServerOptions { Tls = ServerTls.Explicit, Extra = isNotified ? [] : [PyftpdlibServer.NoCloseNotify] };
        await using var server = await PyftpdlibServer.StartAsync(options, Token);
        await server.PutAsync("a.bin", 1000, 1, Token);
        await using var gateway = await FtpxGateway.StartAsync(server, Token, "--insecure");
        var end = await ShellAsync(gateway, $"curl -sS -u '{server.User}:{server.Password}' ftp://$H:$P/");
        Assert.True(isNotified ? end.ExitCode == 0 : end.ExitCode is 18 or 56, $"{end.ExitCode}: {end.Error}");
    }

    [ServerFact("vsftpd", "curl")]
    public async Task Uploads_are_refused_or_with_permission_passed_on()
    {
        await using var server = await VsftpdServer.StartAsync(
            new ServerOptions { Extra = ["write_enable=YES", "anon_upload_enable=YES", "anon_mkdir_write_enable=YES", "anon_other_write_enable=YES"] }, Token);
        await server.PutAsync("in/there.bin", 1000, 1, Token);
        File.SetUnixFileMode(Path.Combine(server.Root, "in"), (UnixFileMode)Convert.ToInt32("777", 8));
        await RandomFile.WriteAsync(Folder.File("new.bin"), 300_000, seed: 5, Token);
        await using (var gateway = await FtpxGateway.StartAsync(server, Token))
        {
            Assert.NotEqual(0, (await ShellAsync(gateway, "curl -sS -T new.bin ftp://$H:$P/in/")).ExitCode);
            Assert.NotEqual(0, (await ShellAsync(gateway, "curl -sS -Q 'DELE in/there.bin' ftp://$H:$P/")).ExitCode);
        }
        Assert.True(File.Exists(Path.Combine(server.Root, "in/there.bin")));
        Assert.False(File.Exists(Path.Combine(server.Root, "in/new.bin")));
        await using (var gateway = await FtpxGateway.StartAsync(server, Token, "--allow-changes"))
        {
            (await ShellAsync(gateway, "curl -sS -T new.bin ftp://$H:$P/in/ -Q '-RNFR new.bin' -Q '-RNTO moved.bin'")).Expect(0, gateway.Log);
        }
        Assert.Equal(
            await RandomFile.HashAsync(Folder.File("new.bin"), Token), await RandomFile.HashAsync(Path.Combine(server.Root, "in/moved.bin"), Token));
    }

    [ServerFact("vsftpd", "curl")]
    public async Task A_client_that_is_killed_ends_the_fetch_and_Ctrl_C_the_gateway()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 1 << 20 }, Token);
        await server.PutAsync("big.bin", 200 << 20, 1, Token);
        var port = LoopbackPorts.FindFree(System.Net.IPAddress.Loopback, 1);
        await using var gateway = FtpxProgram.Native.Start(
            Folder.Path, null, "gateway", "--listen", $"{port}", "--streams", "4", "--upstream", $"ftp://{server.Name}:{server.Port}");
        while (!LoopbackPorts.IsListening(System.Net.IPAddress.Loopback, port)) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
        await using (var client = ProgramRun.Start("curl", Folder.Path, "-sS", "-o", "got", $"ftp://127.0.0.1:{port}/big.bin"))
        {
            while (!File.Exists(Folder.File("got")) || new FileInfo(Folder.File("got")).Length == 0) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
            await client.KillAsync();
        }
        await FtpxProgram.InterruptAsync(gateway, Token);
        var end = (await gateway.WaitAsync(Token)).Expect();
        Assert.Matches("/?big.bin: failed after ", end.Output);
    }

    [ServerTheory("proftpd", "curl")]
    [InlineData("curl -sS -u $LOGIN -O ftp://$H:$P/big.bin", true)]
    [InlineData("curl -sS -u $LOGIN -O ftp://$H:$P/big.bin", false)]
    [InlineData("curl -sS -u $LOGIN -r 1000000- -O ftp://$H:$P/big.bin && (head -c 1000000 $ROOT/big.bin; cat big.bin) > whole && mv whole big.bin", null)]
    public async Task A_large_file_comes_from_the_replica_too_if_and_only_if_its_hash_is_equal(string command, bool? isEqual)
    {
        const int Length = 24 << 20;
        // Twelve seconds by four streams: on a busy machine the replica is found equal seconds after the first byte.
        var options = new ServerOptions { BytesPerSecond = 512 << 10 };
        await using var server = await ProftpdServer.StartAsync(options, Token);
        await using var replica = await ProftpdServer.StartAsync(options, Token);
        var hash = await server.PutAsync("big.bin", Length, 1, Token);
        await replica.PutAsync("copy/big.bin", Length, isEqual == false ? 2 : 1, Token);
        var url = $"ftp://{replica.User}:{replica.Password}@{replica.Name}:{replica.Port}/copy";
        await using var gateway = await FtpxGateway.StartAsync(server, Token, "--streams", "4", "--replica", url);

        command = command.Replace("$LOGIN", $"{server.User}:{server.Password}", StringComparison.Ordinal).Replace("$ROOT", server.Root, StringComparison.Ordinal);
        (await ShellAsync(gateway, command)).Expect(0, gateway.Log);

        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
        // The gateway prints its line, and ProFTPD logs RETR, when the client has the last byte already.
        while (!gateway.Log.Contains("big.bin: ", StringComparison.Ordinal)) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
        await server.WaitForCommandsAsync("RETR", 1, Token);
        if (isEqual == true) await replica.WaitForCommandsAsync("RETR", 1, Token);
        Assert.Equal(isEqual == true, gateway.Log.Contains(" from replicas", StringComparison.Ordinal));
        Assert.Equal(isEqual == true, replica.CountCommands("RETR") > 0);
        Assert.True(server.CountCommands("RETR") > 0);
        Assert.DoesNotContain(replica.Password, gateway.Log);
    }

    private Task<ProgramEnd> ShellAsync(FtpServerProcess server, string command) => ProgramRun.RunFileAsync(
        "/bin/sh", Folder.Path, ["-c", command], Token,
        new Dictionary<string, string> { ["H"] = server.Host, ["P"] = $"{server.Port}", ["PYTHON"] = Python, ["PERL"] = Perl, ["TMPDIR"] = Folder.Path });
}
