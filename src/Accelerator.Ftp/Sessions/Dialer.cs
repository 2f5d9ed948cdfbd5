using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Resolves the server's name and connects, through the proxy if there is one. The first address that answers is kept for the site: the
/// hosts behind one name may hold different files, and the ranges of one file must come from one host. A proxy that resolves the name
/// chooses the host itself, for each connection.
/// </summary>
internal sealed class Dialer(SessionProfile profile, ServerTraits traits, TimeProvider time)
{
    private readonly ServerAddress _proxy = new();

    /// <summary>Connects to the server.</summary>
    /// <returns>The connection and its remote end.</returns>
    /// <exception cref="FtpException">No address answered; the failure of the last one.</exception>
    public async Task<(Socket Socket, ServerPeer Peer)> DialAsync(CancellationToken cancellationToken)
    {
        FtpException? last = null;
        foreach (var peer in await PeersAsync(cancellationToken).ConfigureAwait(false))
        {
            try
            {
                var socket = await ConnectAsync(peer, cancellationToken).ConfigureAwait(false);
                if (peer.Proxy is { } used) _proxy.Choose(used.Address);
                if (peer.Address is not { } address || traits.Address.Choose(address).Equals(address)) return (socket, peer);
                // Another local path was faster, and reached another host.
                socket.Dispose();
                return await DialAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (FtpException e) when (e.IsTransient)
            {
                last = e;
            }
        }
        throw last!;
    }

    // The local path leads to the proxy if there is one, else to the server.
    private async Task<IReadOnlyList<ServerPeer>> PeersAsync(CancellationToken cancellationToken)
    {
        var (host, port) = (profile.Endpoint.Host, profile.Endpoint.Port);
        if (profile.Proxy is not { } proxy)
        {
            var direct = await ServerAddressesAsync().ConfigureAwait(false);
            return [.. Usable(direct, host).Select(address => ServerPeer.Of(address, port))];
        }
        var near = _proxy.Chosen is { } known ? [known] : await ResolveAsync(proxy.Host, "proxy", cancellationToken).ConfigureAwait(false);
        var proxies = Usable(near, proxy.Host).Select(address => new IPEndPoint(address, proxy.Port)).ToList();
        if (proxy.ResolvesNames && traits.Address.Chosen is null && !IPAddress.TryParse(host, out _))
            return [.. proxies.Select(one => new ServerPeer(host, port, null, one))];
        var servers = await ServerAddressesAsync().ConfigureAwait(false);
        return [.. from address in servers from one in proxies select ServerPeer.Of(address, port, one)];

        async ValueTask<IPAddress[]> ServerAddressesAsync() =>
            traits.Address.Chosen is { } chosen ? [chosen] : await ResolveAsync(host, "host", cancellationToken).ConfigureAwait(false);
    }

    private async Task<IPAddress[]> ResolveAsync(string host, string what, CancellationToken cancellationToken)
    {
        try
        {
            var all = IPAddress.TryParse(host, out var literal)
                ? [literal] : await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false);
            return all.Length > 0 ? all : throw new FtpConnectionException(FtpStage.Resolve, $"The name {host} has no address.");
        }
        catch (SocketException e)
        {
            var isProxied = profile.Proxy is not null && what == "host";
            var hint = isProxied ? ", or use socks5h://: then the proxy resolves names" : "";
            throw new FtpConnectionException(FtpStage.Resolve,
                $"The {what} name {SafeText.Escape(host)} could not be resolved ({Reason(e)}). Check the name and the DNS servers{hint}.",
                e);
        }
    }

    private IPAddress[] Usable(IPAddress[] all, string host)
    {
        if (profile.LocalPath is not { } path) return all;
        var usable = all.Where(a => path.For(a.AddressFamily) is not null).ToArray();
        return usable.Length > 0 ? usable : throw new FtpConnectionException(
            FtpStage.Resolve, $"{host} has no address of the same family as {path}, given with --bind.");
    }

    private async Task<Socket> ConnectAsync(ServerPeer peer, CancellationToken cancellationToken)
    {
        var socket = MultipathSocket.Open(peer.Next.AddressFamily, profile.Multipath);
        using var deadline = new CancellationTokenSource(profile.Timeouts.Connect, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            // Set before the connect: on a connection that the server reset at once the options fail, and that failure is reported with the
            // greeting.
            socket.NoDelay = true;
            TcpKeepAlive.Enable(socket);
            profile.LocalPath?.Take(socket);
            var began = time.GetTimestamp();
            await socket.ConnectAsync(peer.Next, linked.Token).ConfigureAwait(false);
            traits.Connected(profile.Proxy is { } proxy
                ? await new ProxyTunnel(proxy, peer.Host, peer.Port, FtpStage.Connect, isFirst: traits.ConnectTime is null, time)
                    .OpenAsync(socket, isBlocking: false, linked.Token).ConfigureAwait(false)
                : time.GetElapsedTime(began));
            return socket;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            socket.Dispose();
            throw Silent(peer);
        }
        catch (SocketException e)
        {
            socket.Dispose();
            throw profile.Proxy is null ? Refused(peer, e) : ProxyRefused(e);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    // A full proxy may leave connections in its accept queue (tinyproxy does), so that its silence can mean a limit.
    private FtpException Silent(ServerPeer peer)
    {
        var limit = $"{profile.Timeouts.Connect.TotalSeconds:0.#} s";
        if (profile.Proxy is { } proxy)
            return new FtpConnectionException(FtpStage.Connect,
                $"The proxy {proxy} did not connect to {peer} within {limit}. It may be full, or may not reach the server; check its URL.")
            {
                ByProxy = true,
            };
        return new FtpTimeoutException(FtpStage.Connect, profile.Timeouts.Connect,
            $"{peer} did not answer within {limit}{(From.Length > 0 ? $" to a connection{From}" : "")}. Check host, port and firewall.");
    }

    private FtpConnectionException Refused(ServerPeer peer, SocketException e)
    {
        // A reset, not a refusal: the connection was accepted first. Servers and middleboxes at their limit do that instead of sending 421.
        if (e.SocketErrorCode == SocketError.ConnectionReset)
            return new FtpConnectionException(FtpStage.Greeting,
                $"{peer} accepted the connection and reset it before its greeting. The server may be full, or may block this address.", e);
        return new FtpConnectionException(
            FtpStage.Connect, $"The connection{From} to {peer} failed: {Reason(e)}. Check host, port and firewall.", e);
    }

    private FtpConnectionException ProxyRefused(SocketException e) => new(
        FtpStage.Connect, $"The connection{From} to the proxy {profile.Proxy} failed: {Reason(e)}. Check the proxy's host and port.", e)
    {
        ByProxy = true,
    };

    private string From => profile.LocalPath is { } path ? $" from {path}" : "";

    // Windows ends its messages with a full stop, Linux does not.
    private static string Reason(SocketException error) => error.Message.TrimEnd('.');
}
