using System.ComponentModel;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace Accelerator.Gateway.Tls;

/// <summary>Begins TLS 1.2 or 1.3 on a client's connection.</summary>
internal static class TlsGreeting
{
    // The content type of a handshake record, the first byte of a client that speaks TLS (RFC 8446, section 5.1).
    private const byte Handshake = 22;

    /// <summary>Waits for the client's first byte, and leaves it unread.</summary>
    /// <returns>Whether the client speaks TLS; null if it has closed the connection.</returns>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public static async Task<bool?> IsNextAsync(Socket socket, CancellationToken cancellationToken)
    {
        var first = new byte[1];
        return await socket.ReceiveAsync(first.AsMemory(), SocketFlags.Peek, cancellationToken).ConfigureAwait(false) == 0
            ? null : first[0] == Handshake;
    }

    /// <summary>Completes the handshake.</summary>
    /// <returns>The connection with TLS; to dispose of it leaves the socket open.</returns>
    /// <exception cref="AuthenticationException">Client and gateway have no version or cipher in common, the client refused the
    /// certificate, or the connection was lost. The message is the system's.</exception>
    public static async Task<SslStream> AcceptAsync(Socket socket, ServerCertificate certificate, CancellationToken cancellationToken)
    {
        var tls = new SslStream(new NetworkStream(socket, ownsSocket: false));
        try
        {
            await tls.AuthenticateAsServerAsync(
                new SslServerAuthenticationOptions
                {
                    ServerCertificateContext = certificate.Current(),
                    EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
                    ApplicationProtocols = [SslApplicationProtocol.Http11],
                    AllowRenegotiation = false,
                },
                cancellationToken).ConfigureAwait(false);
            return tls;
        }
        // Win32Exception: SChannel has no alert to send.
        catch (Exception e) when (e is AuthenticationException or IOException or Win32Exception)
        {
            await tls.DisposeAsync().ConfigureAwait(false);
            throw new AuthenticationException(e.GetBaseException().Message, e);
        }
        catch
        {
            await tls.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
