using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Tls;

[Trait("Group", "interop-vsftpd")]
public sealed class TlsWithVsftpdTests
{
    [ServerTheory("vsftpd")]
    [InlineData(ServerTls.Explicit)]
    [InlineData(ServerTls.Implicit)]
    public async Task Every_transfer_of_many_sessions_resumes_the_TLS_session(ServerTls tls)
    {
        using var deadline = GetProof.Deadline();
        await TlsProof.EveryTransferResumesAsync(
            async () => await VsftpdServer.StartAsync(new ServerOptions { Tls = tls }, deadline.Token), deadline.Token);
    }

    [ServerTheory("vsftpd")]
    [InlineData(ServerTls.Explicit)]
    [InlineData(ServerTls.Implicit)]
    public async Task Get_brings_a_big_file_with_sixteen_encrypted_streams(ServerTls tls)
    {
        using var deadline = GetProof.Deadline();
        var options = new ServerOptions { Tls = tls, BytesPerSecond = GetProof.RateFor(16) };
        await using var server = await VsftpdServer.StartAsync(options, deadline.Token);
        await TlsProof.GetsWithSixteenStreamsAsync(FtpxProgram.Native, server, deadline.Token);
    }

    [ServerTheory("vsftpd")]
    [InlineData(ServerTls.Explicit)]
    [InlineData(ServerTls.Implicit)]
    public async Task A_certificate_nobody_trusts_ends_the_get_before_the_login(ServerTls tls)
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = tls }, deadline.Token);
        await TlsProof.RefusesAnUnknownCertificateAsync(FtpxProgram.Native, server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task A_certificate_the_system_trusts_is_accepted()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await TlsProof.AcceptsACertificateTheSystemTrustsAsync(FtpxProgram.Native, server, deadline.Token);
    }

    [ServerTheory("vsftpd")]
    [InlineData("explicit")]
    [InlineData("implicit")]
    public async Task A_server_without_TLS_gets_no_login_in_the_clear(string security)
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await TlsProof.NeverFallsBackToPlainAsync(FtpxProgram.Native, server, security, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task A_server_that_wants_resumption_and_gets_none_ends_the_get_with_the_reason()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit }, deadline.Token);
        await TlsProof.TellsThatNothingWasResumedAsync(FtpxProgram.Native, server, deadline.Token);
    }
}
