using Accelerator.Interop.Tests.Tls;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// FTPS by Wine's SChannel, which is GnuTLS behind Windows' interface. It keeps no sessions, so what needs one can only fail; how it fails is shown here.
/// </summary>
public sealed class WineTlsTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    private const int Tries = 3;

    [ServerTheory("proftpd", "wine")]
    [InlineData(ServerTls.Explicit)]
    [InlineData(ServerTls.Implicit)]
    public async Task Get_brings_a_big_file_with_four_encrypted_streams(ServerTls tls)
    {
        // Slower than elsewhere: a handshake takes Wine a while, and the last stream is to come before the end.
        var options = new ServerOptions { Tls = tls, RequireTlsSessionReuse = false, BytesPerSecond = GetChecks.RateFor(4) / 8 };
        await using var server = await ProftpdServer.StartAsync(options, Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, Token);
        var end = (await GetAsync(server, Folder, ["--streams", "4", "--json", FtpxProgram.UrlOf(server, "big.bin")], Token)).Expect();

        Assert.Equal(4, Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("peak_streams").GetInt32());
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
    }

    [ServerFact("proftpd", "wine")]
    public async Task A_425_of_a_server_that_wants_resumption_ends_the_get_with_the_reason()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        await TellsThatNothingWasResumedAsync(server, "425", [], Token);
    }

    // vsftpd ends the data connection's TLS and waits for our end of it before it says 522. Wine 8 takes that alert (31 bytes) for a record of no bytes
    // (WINEDEBUG=+secur32: "schan_DecryptMessage Received 0 bytes", and SEC_E_OK in place of SEC_I_CONTEXT_EXPIRED), so the end is not seen, and
    // only the limit for the first byte makes ours.
    [ServerFact("vsftpd", "wine")]
    public async Task A_522_of_a_server_that_wants_resumption_ends_the_get_with_the_reason()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        await TellsThatNothingWasResumedAsync(server, "522", ["--timeout-first-byte", "10"], Token);
    }

    [ServerFact("proftpd", "wine")]
    public async Task An_untrusted_certificate_ends_the_get_before_the_login()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, Token);
        await TlsChecks.RefusesAnUnknownCertificateAsync(wine.Shipped, server, Token);
    }

    [ServerTheory("proftpd", "wine")]
    [InlineData("explicit")]
    [InlineData("implicit")]
    public async Task A_server_without_TLS_gets_no_login_in_the_clear(string security)
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        await TlsChecks.NeverFallsBackToPlainAsync(wine.Shipped, server, security, Token);
    }

    private async Task TellsThatNothingWasResumedAsync(FtpServerProcess server, string reply, IEnumerable<string> words, CancellationToken cancellationToken)
    {
        await GetChecks.PutAsync(server, "a.bin", 1000, cancellationToken);
        var end = await GetAsync(server, Folder, ["--quiet", "--streams", "4", .. words, FtpxProgram.UrlOf(server, "a.bin")], cancellationToken);

        Assert.True((end.ExitCode, end.Output) == (11, ""), end.Output + end.Error);
        var sentence = Assert.Single(end.Error.Split("\r\n", StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains($": {reply} ", sentence);
        Assert.Contains("TLS session", sentence);
        Assert.Empty(Directory.EnumerateFileSystemEntries(Folder.Path));
    }

    // On a busy machine Wine's handshakes fail occasionally (three in a thousand), with a message on stderr: "GnuTLS error: An unexpected
    // TLS handshake packet was received", or "Public key signature verification has failed". Such a run shows nothing
    // and is repeated; the repetitions are counted.
    private async Task<ProgramEnd> GetAsync(FtpServerProcess server, TempFolder folder, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        var end = await wine.Shipped.GetAsync(server, folder, ["--insecure", .. words], cancellationToken);
        for (var tries = 1; tries < Tries && end.Error.Contains("GnuTLS error: "); tries++)
        {
            WineSession.NoteRetry($"A handshake of Wine failed: {end.Error}");
            end = await wine.Shipped.GetAsync(server, folder, ["--insecure", .. words], cancellationToken);
        }
        return end;
    }
}
