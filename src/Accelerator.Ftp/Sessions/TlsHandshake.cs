using System.ComponentModel;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// TLS for both kinds of connection of one session. TLS 1.2 where the server has it: servers demand that a data connection resumes the
/// control connection's session, and 1.3 tickets are single-use (OpenSSL servers give two, and later transfers fail; vsftpd has crashed).
/// A server that refuses 1.2 is offered 1.3 too, from its next connection on. The platform resumes the last session of the same target name
/// (measured with vsftpd: 48 of 48), so each control connection has a name of its own: <see cref="TlsName"/>.
/// </summary>
/// <param name="profile">The expected server.</param>
/// <param name="traits">Tells whether the server refused TLS 1.2.</param>
/// <param name="first">The certificate that the site's sessions have seen.</param>
internal sealed class TlsHandshake(SessionProfile profile, ServerTraits traits, FirstCertificate first)
{
    private readonly string _name = TlsName.Next(profile.Endpoint.Host);
    private byte[]? _pinned;

    public async ValueTask<SslStream> ControlAsync(Socket socket, CancellationToken cancellationToken)
    {
        var tls = new WatchedTls(socket);
        await AuthenticateAsync(tls, "control", cancellationToken).ConfigureAwait(false);
        _pinned = tls.RemoteCertificate?.GetRawCertData();
        // A certificate that validates may be renewed, or belong to another node, at any time. One that is accepted without validation is
        // only protected by staying the same: a different one means that a third party has intercepted the connection.
        if (!profile.AcceptAnyCertificate || first.Is(_pinned)) return tls;

        await tls.DisposeAsync().ConfigureAwait(false);
        throw new FtpTlsException(
            $"{profile.Endpoint} presented a different certificate than at the start of this run, so the run was stopped before a login: "
                + "with --insecure nothing else identifies the server. "
            + "If its certificate was renewed, or several servers share this name, run the command again.");
    }

    /// <summary>
    /// The data connection must present the control connection's certificate; otherwise another party has taken the port.
    /// </summary>
    public async Task DataAsync(WatchedTls tls, CancellationToken cancellationToken)
    {
        await AuthenticateAsync(tls, "data", cancellationToken).ConfigureAwait(false);
        if (_pinned is null || tls.RemoteCertificate is not { } shown || shown.GetRawCertData().AsSpan().SequenceEqual(_pinned)) return;

        await tls.DisposeAsync().ConfigureAwait(false);
        throw new FtpTlsException(
            $"{profile.Endpoint}: the data connection presented a different certificate than the control connection; the transfer was "
                + "stopped.");
    }

    private async Task AuthenticateAsync(WatchedTls tls, string which, CancellationToken cancellationToken)
    {
        string? refused = null;
        var versions = traits.Tls12Refused ? SslProtocols.Tls12 | SslProtocols.Tls13 : SslProtocols.Tls12;
        var options = new SslClientAuthenticationOptions
        {
            TargetHost = _name,
            EnabledSslProtocols = versions,
            RemoteCertificateValidationCallback = (_, certificate, _, errors) =>
            {
                if (profile.AcceptAnyCertificate || errors == SslPolicyErrors.None) return true;
                refused = Describe(certificate, errors);
                return false;
            },
        };
        try
        {
            await tls.AuthenticateAsClientAsync(options, cancellationToken).ConfigureAwait(false);
        }
        // Win32Exception: SChannel did not produce the alert that reports the refusal to the server (Wine's never does), and .NET throws
        // that instead.
        catch (Exception e) when (e is AuthenticationException or IOException or Win32Exception)
        {
            await tls.DisposeAsync().ConfigureAwait(false);
            if (refused is not null) throw new FtpTlsException(refused, e);
            throw Explain(
                e, which, mayNeedTls13: which == "control" && versions == SslProtocols.Tls12 && IsRefusal(e, tls) && traits.RefuseTls12());
        }
        if (which == "control" && versions == SslProtocols.Tls12) traits.Tls12Worked();
    }

    // Servers refuse a version with an alert (protocol_version, handshake_failure), or close the connection. A reset is a loss.
    private static bool IsRefusal(Exception e, WatchedTls tls) =>
        tls.HasAlert || (e is IOException && e.InnerException is not SocketException);

    private FtpException Explain(Exception e, string which, bool mayNeedTls13)
    {
        const string Hint = " If the server only offers TLS 1.0 or 1.1, ask its administrator for TLS 1.2 or 1.3.";
        var handshake = $"{profile.Endpoint}: the TLS handshake of the {which} connection";
        // The connection was lost, and TLS has refused nothing.
        if (e is IOException && !mayNeedTls13)
            return new FtpConnectionException(which == "data" ? FtpStage.DataConnect : FtpStage.Tls,
                $"{handshake} broke off ({e.Message})." + (which == "data" ? "" : Hint), e);
        var why = e.InnerException?.Message ?? e.Message;
        return new FtpTlsException($"{handshake} failed: {why}{Hint}", e) { MayNeedTls13 = mayNeedTls13 };
    }

    private string Describe(X509Certificate? certificate, SslPolicyErrors errors)
    {
        var why = errors switch
        {
            _ when errors.HasFlag(SslPolicyErrors.RemoteCertificateNotAvailable) => "the server presented none",
            _ when errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch) =>
                $"it is for another name ({SafeText.Escape(certificate?.Subject ?? "")})",
            _ => "it is expired or signed by an authority this computer does not trust",
        };
        return $"The certificate of {profile.Endpoint} is not accepted: {why}. If you know this server, "
            + "--insecure accepts any certificate.";
    }
}
