using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;
using Accelerator.Interop.Tests.Tls;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// FTPS by Wine's SChannel, which is GnuTLS behind Windows' interface. It keeps no sessions, so what needs one can only fail; how it fails is shown here.
/// </summary>
[Collection(WineGroup.Name)]
[Trait("Group", "wine")]
public sealed class WineTlsTests(WineSession wine)
{
    [ServerTheory("proftpd", "wine")]
    [InlineData(ServerTls.Explicit)]
    [InlineData(ServerTls.Implicit)]
    public async Task Get_brings_a_big_file_with_sixteen_encrypted_streams(ServerTls tls)
    {
        using var deadline = GetProof.Deadline();
        var options = new ServerOptions { Tls = tls, RequireTlsSessionReuse = false, BytesPerSecond = GetProof.RateFor(16) };
        await using var server = await ProftpdServer.StartAsync(options, deadline.Token);
        await TlsProof.GetsWithSixteenStreamsAsync(wine.Shipped, server, deadline.Token);
    }

    [ServerFact("proftpd", "wine")]
    public async Task A_425_of_a_server_that_wants_resumption_ends_the_get_with_the_reason()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await TlsProof.TellsThatNothingWasResumedAsync(wine.Shipped, server, [], deadline.Token);
    }

    // vsftpd ends the data connection's TLS and waits for our end of it before it says 522. Wine 8 takes that alert (31 bytes) for a record of no bytes
    // (WINEDEBUG=+secur32: "schan_DecryptMessage Received 0 bytes", and SEC_E_OK in place of SEC_I_CONTEXT_EXPIRED), so the end is not seen, and
    // only the limit for the first byte makes ours.
    [ServerFact("vsftpd", "wine")]
    public async Task A_522_of_a_server_that_wants_resumption_ends_the_get_with_the_reason()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await TlsProof.TellsThatNothingWasResumedAsync(wine.Shipped, server, ["--timeout-first-byte", "3"], deadline.Token);
    }

    [ServerFact("proftpd", "wine")]
    public async Task A_certificate_nobody_trusts_ends_the_get_before_the_login()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await TlsProof.RefusesAnUnknownCertificateAsync(wine.Shipped, server, deadline.Token);
    }

    [ServerTheory("proftpd", "wine")]
    [InlineData("explicit")]
    [InlineData("implicit")]
    public async Task A_server_without_TLS_gets_no_login_in_the_clear(string security)
    {
        using var deadline = GetProof.Deadline();
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await TlsProof.NeverFallsBackToPlainAsync(wine.Shipped, server, security, deadline.Token);
    }
}
