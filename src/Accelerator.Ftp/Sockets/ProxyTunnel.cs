using System.Globalization;
using System.Net.Sockets;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// A connection to a server through a proxy. The handshake reads exactly the proxy's reply: a greeting or data may follow in the same
/// segment, and belongs to the server.
/// </summary>
/// <param name="proxy">The proxy.</param>
/// <param name="host">The server's address literal, or its name if the proxy resolves it.</param>
/// <param name="port">The server's port.</param>
/// <param name="stage">The stage of the exceptions: <see cref="FtpStage.Connect"/> or <see cref="FtpStage.DataConnect"/>.</param>
/// <param name="isFirst">Whether no connection of this stage was made through the proxy before: a refusal is then final, and otherwise a
/// limit of the proxy.</param>
/// <param name="time">Clock.</param>
internal sealed class ProxyTunnel(ProxyAddress proxy, string host, int port, FtpStage stage, bool isFirst, TimeProvider time)
{
    /// <summary>Asks the proxy for the connection. The caller limits the time.</summary>
    /// <param name="socket">A socket connected to the proxy.</param>
    /// <param name="isBlocking">Whether to use blocking calls, on the calling thread only.</param>
    /// <param name="cancellationToken">A token to cancel the operation. With blocking calls, disposing of the socket ends them.</param>
    /// <returns>The time of the last request and its reply: a round trip to the server.</returns>
    /// <exception cref="FtpConnectionException">The proxy refused, closed the connection, or is no proxy of this kind.</exception>
    /// <exception cref="ArgumentException">The proxy's login or the server's name cannot be sent.</exception>
    public async ValueTask<TimeSpan> OpenAsync(Socket socket, bool isBlocking, CancellationToken cancellationToken)
    {
        var wire = new ProxyWire(socket, isBlocking, cancellationToken);
        var name = System.Text.Ascii.IsValid(host) ? host : new IdnMapping().GetAscii(host);
        try
        {
            if (proxy.Protocol != ProxyProtocol.Http) await Socks5.LogInAsync(wire, proxy).ConfigureAwait(false);
            var began = time.GetTimestamp();
            if (proxy.Protocol == ProxyProtocol.Http) await HttpConnect.RequestAsync(wire, proxy, name, port).ConfigureAwait(false);
            else await Socks5.RequestAsync(wire, name, port).ConfigureAwait(false);
            return time.GetElapsedTime(began);
        }
        catch (ProxyException e)
        {
            var isReached = e.Fault == ProxyFault.Unreachable;
            throw new FtpConnectionException(stage, $"{Begin} {e.Message}. {Advice(e.Fault)}", e)
            {
                ByProxy = !isReached, IsFinal = isFirst && !isReached,
            };
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or EndOfStreamException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new FtpConnectionException(
                stage, $"{Begin} closed the connection without an answer. It may be full, or may use another protocol.", e)
            {
                ByProxy = true,
            };
        }
    }

    private string Begin => $"{new FtpEndpoint(host, port, FtpSecurity.None)}: the proxy {proxy}";

    private string Advice(ProxyFault fault) => fault switch
    {
        ProxyFault.Foreign => "Check the scheme and the port in the proxy's URL.",
        ProxyFault.Login when proxy.User is null => "Write the user into the proxy's URL (USER@HOST:PORT).",
        ProxyFault.Login => "Check the user and the password of the proxy.",
        ProxyFault.Refused when stage == FtpStage.DataConnect => "Ask its operator to allow connections to the server's passive ports.",
        ProxyFault.Refused =>
            $"Ask its operator to allow connections to port {port} and to the server's passive ports, or connect directly (--proxy none).",
        _ when stage == FtpStage.DataConnect => "A firewall may block the server's passive ports.",
        _ => "Check the server's name and port.",
    };
}
