using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Resolves the server's name and connects. The first address that answers is kept for the site: the hosts behind one name may hold
/// different files, and the ranges of one file must come from one host.
/// </summary>
internal sealed class Dialer(SessionProfile profile, ServerTraits traits, TimeProvider time)
{
    /// <summary>Connects to the server.</summary>
    /// <returns>The connection and its remote address.</returns>
    /// <exception cref="FtpException">No address answered; the failure of the last one.</exception>
    public async Task<(Socket Socket, IPEndPoint Target)> DialAsync(CancellationToken cancellationToken)
    {
        var addresses = traits.Address.Chosen is { } known ? Usable([known]) : await ResolveAsync(cancellationToken).ConfigureAwait(false);
        FtpException? last = null;
        foreach (var address in addresses)
        {
            try
            {
                var target = new IPEndPoint(address, profile.Endpoint.Port);
                var socket = await ConnectAsync(target, cancellationToken).ConfigureAwait(false);
                if (traits.Address.Choose(address).Equals(address)) return (socket, target);
                // Another local path was faster, and reached another host.
                socket.Dispose();
                return await DialAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (FtpException e)
            {
                last = e;
            }
        }
        throw last!;
    }

    private async Task<IPAddress[]> ResolveAsync(CancellationToken cancellationToken)
    {
        var host = profile.Endpoint.Host;
        try
        {
            return Usable(IPAddress.TryParse(host, out var literal)
                ? [literal] : await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false));
        }
        catch (SocketException e)
        {
            throw new FtpConnectionException(FtpStage.Resolve,
                $"The host name {SafeText.Escape(host)} could not be resolved ({Reason(e)}). Check the name and the DNS servers.", e);
        }
    }

    private IPAddress[] Usable(IPAddress[] all)
    {
        var usable = profile.LocalPath is { } path ? all.Where(a => path.For(a.AddressFamily) is not null).ToArray() : all;
        if (usable.Length > 0) return usable;
        throw new FtpConnectionException(FtpStage.Resolve, profile.LocalPath is null
            ? $"The name {profile.Endpoint.Host} has no address."
            : $"{profile.Endpoint.Host} has no address of the same family as {profile.LocalPath}, given with --bind.");
    }

    private async Task<Socket> ConnectAsync(IPEndPoint target, CancellationToken cancellationToken)
    {
        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        using var deadline = new CancellationTokenSource(profile.Timeouts.Connect, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            // Set before the connect: on a connection that the server reset at once the options fail, and that failure is reported with the
            // greeting.
            TcpKeepAlive.Enable(socket);
            profile.LocalPath?.Take(socket);
            var began = time.GetTimestamp();
            await socket.ConnectAsync(target, linked.Token).ConfigureAwait(false);
            traits.Connected(time.GetElapsedTime(began));
            return socket;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            socket.Dispose();
            throw new FtpTimeoutException(
                FtpStage.Connect, profile.Timeouts.Connect,
                $"{target} did not answer within {profile.Timeouts.Connect.TotalSeconds:0.#} "
                    + $"s{(From.Length > 0 ? $" to a connection{From}" : "")}. Check host, port and firewall.");
        }
        catch (SocketException e)
        {
            socket.Dispose();
            // A reset, not a refusal: the connection was accepted first. Servers and middleboxes at their limit do that instead of sending
            // 421.
            if (e.SocketErrorCode == SocketError.ConnectionReset)
                throw new FtpConnectionException(FtpStage.Greeting,
                    $"{target} accepted the connection and reset it before its greeting. The server may be full, or may block this "
                        + "address.", e);
            throw new FtpConnectionException(
                FtpStage.Connect, $"The connection{From} to {target} failed: {Reason(e)}. Check host, port and firewall.", e);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private string From => profile.LocalPath is { } path ? $" from {path}" : "";

    // Windows ends its messages with a full stop, Linux does not.
    private static string Reason(SocketException error) => error.Message.TrimEnd('.');
}
