using Accelerator.Ftp.Sessions;

namespace Accelerator.Interop.Tests.Tls;

/// <summary>TLS with the servers that want each data connection to resume its control connection's TLS session.</summary>
public sealed class TlsTests : RealTests
{
    private const int Sessions = 16;
    private const int Transfers = 3;
    private const int Size = 300_000;

    [ServerTheory]
    [Vsftpd(ServerTls.Explicit), Vsftpd(ServerTls.Implicit), Proftpd(ServerTls.Explicit), Proftpd(ServerTls.Implicit)]
    public Task Every_transfer_of_many_sessions_resumes_the_TLS_session(ServerKind kind, ServerTls tls) => ResumeAsync(kind, tls, runs: 2);

    [ServerTheory]
    [Vsftpd(ServerTls.Explicit), Vsftpd(ServerTls.Implicit), Proftpd(ServerTls.Explicit), Proftpd(ServerTls.Implicit)]
    [Trait("Run", "all")]
    public Task Every_transfer_of_ten_runs_resumes_the_TLS_session(ServerKind kind, ServerTls tls) => ResumeAsync(kind, tls, runs: 10);

    [ServerTheory]
    [Vsftpd(ServerTls.Explicit), Vsftpd(ServerTls.Implicit), Proftpd(ServerTls.Explicit), Proftpd(ServerTls.Implicit)]
    public async Task Get_brings_a_big_file_with_sixteen_encrypted_streams(ServerKind kind, ServerTls tls)
    {
        // Slow enough for the last of the streams to get its turn on a busy machine: sixteen handshakes, and a process of the server for each.
        await using var server = await kind.StartAsync(new ServerOptions { Tls = tls, BytesPerSecond = GetChecks.RateFor(96) }, Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, Token);
        string[] words = ["--streams", "16", "--insecure", "--json", FtpxProgram.UrlOf(server, "big.bin")];
        var end = (await FtpxProgram.Native.GetAsync(server, Folder, words, Token)).ExpectQuiet();

        Assert.Equal(16, Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("peak_streams").GetInt32());
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
        Assert.DoesNotContain(FtpxProgram.Lines(end, "warning"), warning => warning.GetProperty("kind").GetString() != "other");
    }

    [ServerTheory]
    [Vsftpd(ServerTls.Explicit), Vsftpd(ServerTls.Implicit), Proftpd(ServerTls.Explicit), Proftpd(ServerTls.Implicit)]
    public async Task An_untrusted_certificate_ends_the_get_before_the_login(ServerKind kind, ServerTls tls)
    {
        await using var server = await kind.StartAsync(new ServerOptions { Tls = tls }, Token);
        await TlsChecks.RefusesAnUnknownCertificateAsync(FtpxProgram.Native, server, Token);
    }

    /// <summary>The same certificate, made known to the system, needs no <c>--insecure</c>.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd]
    public async Task A_certificate_that_the_system_trusts_is_accepted(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        var hash = await GetChecks.PutAsync(server, "a.bin", 1000, Token);
        var environment = new Dictionary<string, string> { ["SSL_CERT_FILE"] = server.CertificateFile! };
        if (kind != ServerKind.Vsftpd) environment["FTPX_PASSWORD"] = server.Password;
        await using var run = FtpxProgram.Native.Start(Folder.Path, environment, ["get", FtpxProgram.UrlOf(server, "a.bin")]);
        var end = (await run.WaitAsync(Token)).Expect();

        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("a.bin"), Token));
    }

    [ServerTheory]
    [Vsftpd("explicit"), Vsftpd("implicit"), Proftpd("explicit"), Proftpd("implicit")]
    public async Task A_server_without_TLS_gets_no_login_in_the_clear(ServerKind kind, string security)
    {
        await using var server = await kind.StartAsync(Token);
        await TlsChecks.NeverFallsBackToPlainAsync(FtpxProgram.Native, server, security, Token);
    }

    /// <summary>Without session tickets, a server knows a TLS session by its control connection only, and forgets it at its end.</summary>
    [ServerFact("proftpd")]
    public async Task Every_transfer_resumes_the_TLS_session_of_its_own_login_at_a_server_without_tickets()
    {
        var options = new ServerOptions { Tls = ServerTls.Explicit, Extra = ["TLSProtocol TLSv1.2", "TLSSessionTickets off"] };
        await using var server = await ProftpdServer.StartAsync(options, Token);
        for (var i = 0; i < 12; i++) await server.PutAsync($"pub/{i}.bin", Size, seed: i, Token);
        var hash = await server.PutAsync("pub/big.bin", 40 * Size, seed: 99, Token);
        string[] words = ["mirror", "--insecure", "--json", FtpxProgram.UrlOf(server, "pub"), Folder.File("here")];
        (await FtpxProgram.Native.RunAsync(Folder.Path, server.Password, words, Token)).ExpectQuiet();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("here/big.bin"), Token));
        Assert.Equal(13, Directory.GetFiles(Folder.File("here"), "*.bin").Length);

        await ResumeAsync(ServerKind.Proftpd, ServerTls.Explicit, runs: 1, options.Extra);
    }

    /// <summary>
    /// .NET on Linux keeps TLS sessions by the name it sends, and an address is none: nothing is resumed, and the server refuses the data.
    /// The program ends at once with one sentence that says why.
    /// </summary>
    [ServerTheory]
    [Vsftpd, Proftpd]
    public async Task A_server_that_wants_resumption_and_gets_none_ends_the_get_with_the_reason(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        await GetChecks.PutAsync(server, "a.bin", 1000, Token);
        var url = FtpxProgram.UrlOf(server, "a.bin").Replace(server.Name, server.Host, StringComparison.Ordinal);
        var end = await FtpxProgram.Native.GetAsync(server, Folder, ["--insecure", "--quiet", "--streams", "4", url], Token);

        Assert.True((end.ExitCode, end.Output) == (11, ""), end.Output + end.Error);
        Assert.Contains("TLS session", Assert.Single(end.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
        await server.WaitForCommandsAsync("RETR", 1, Token);
        Assert.InRange(server.CountCommands("RETR"), 1, 4);
        Assert.Empty(Directory.EnumerateFileSystemEntries(Folder.Path));
    }

    /// <summary>
    /// Many sessions that begin together, some transfers each, some runs, each with a server that was never met before: every transfer succeeds.
    /// One that does not depends on which handshake came first, so one run shows nothing.
    /// </summary>
    private async Task ResumeAsync(ServerKind kind, ServerTls tls, int runs, IReadOnlyList<string>? extra = null)
    {
        var good = 0;
        var failures = new ConcurrentQueue<string>();
        for (var run = 0; run < runs; run++)
        {
            await using var server = await kind.StartAsync(new ServerOptions { Tls = tls, Extra = extra ?? [] }, Token);
            var hash = await server.PutAsync("a.bin", Size, seed: run, Token);
            using var fixture = new GetFixture(server);
            var profile = new SessionProfile { Endpoint = fixture.Endpoint, Credential = fixture.Credential, AcceptAnyCertificate = true };
            using var connector = new FtpConnector(profile, TimeProvider.System, trace: null);
            await Task.WhenAll(Enumerable.Range(0, Sessions).Select(_ => Task.Run(() => FetchAsync(connector, hash), Token)));
        }
        Assert.True(good == runs * Sessions * Transfers, $"{good} of {runs * Sessions * Transfers} transfers succeeded.\n{string.Join('\n', failures)}");

        async Task FetchAsync(FtpConnector connector, string hash)
        {
            try
            {
                await using var session = await connector.ConnectAsync(greeted: null, Token);
                for (var transfer = 0; transfer < Transfers; transfer++)
                {
                    Assert.Equal(hash, await FetchOnceAsync(session, Token));
                    Interlocked.Increment(ref good);
                }
            }
            catch (FtpException e)
            {
                failures.Enqueue(e.Message);
            }
        }
    }

    private static async Task<string> FetchOnceAsync(FtpSession session, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(FtpPath.FromText("a.bin", FtpCharsets.Utf8), 0, null, isBulk: false, cancellationToken);
        using var sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var buffer = new byte[64 << 10];
        while (await transfer.ReadAsync(buffer) is > 0 and var read) sha256.AppendData(buffer, 0, read);
        Assert.Equal(226, (await transfer.CompleteAsync(cancellationToken))?.Code);
        return Convert.ToHexString(sha256.GetHashAndReset());
    }
}
