using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Data;

/// <summary>
/// Opens data connections for one session: EPSV, then PASV if EPSV was refused or its port was unreachable, or active mode on request. A
/// passive connection goes to the control connection's peer and leaves from the control connection's local address.
/// </summary>
internal sealed class DataConnector(ControlChannel control, SessionProfile profile, ServerTraits traits, TimeProvider time)
{
    private const int MostUnusablePorts = 2;

    private FtpCommand<FtpReply> _asked = FtpCommands.Epsv;
    private FtpReply? _announced;
    private long _announcedAt;

    private FtpCommand<FtpReply> Preferred =>
        control.Peer.IsIPv6 || !traits.EpsvRefused ? FtpCommands.Epsv : FtpCommands.Pasv;

    /// <summary>Requests a port and starts to connect to it: the caller sends REST meanwhile, which saves a round trip.</summary>
    /// <param name="what">The transfer as messages show it.</param>
    /// <param name="isBulk">Whether much data is expected; see <see cref="DataSocket"/>.</param>
    /// <param name="cancellationToken">Cancels the operation and ends the session.</param>
    public async Task<Task<DataSocket>> BeginPassiveAsync(string what, bool isBulk, CancellationToken cancellationToken)
    {
        var reply = TakeAnnounced() ?? await AskAsync(cancellationToken).ConfigureAwait(false);
        // A server without a free port refuses both commands; one that does not know EPSV may say 425 too.
        var isBusy = reply.Code == 425;
        if (_asked == FtpCommands.Epsv && PassiveAddress.ReadPort(reply) is null && !control.Peer.IsIPv6 && !(isBusy && traits.EpsvWorks))
        {
            if (!isBusy) traits.EpsvFailed();
            reply = await control.SendAsync(_asked = FtpCommands.Pasv, cancellationToken).ConfigureAwait(false);
            if (isBusy && PassiveAddress.ReadPort(reply) is not null) traits.EpsvFailed();
        }

        if (PassiveAddress.ReadPort(reply) is { } port)
            return ConnectAsync(control.Peer with { Port = port }, isBulk, cancellationToken);
        // Another code than that of a port is a refusal, whatever its class: 314 has been seen.
        if (reply.Code is not (227 or 229)) throw new FtpReplyException($"{_asked.Verb} for {what}", _asked.Verb, reply);
        var sentence = Sentences.Join(
            $"{_asked.Verb} for {what}: {reply}", $"That names no port from {PassiveAddress.LowestPort} on to connect to");
        // A garbled reply or two must not end a transfer.
        throw control.Break(traits.DataConnected || traits.CountUnusablePort() <= MostUnusablePorts
            ? new FtpConnectionException(FtpStage.DataConnect, sentence)
            : new FtpProtocolException($"{sentence} Ask the server's administrator, or use active mode (--active)."));
    }

    /// <summary>Takes the reply to an EPSV that was sent with the login: a port, or a refusal that ends the use of EPSV.</summary>
    public void Announce(FtpReply reply)
    {
        if (PassiveAddress.ReadPort(reply) is not null) (_announced, _announcedAt) = (reply, time.GetTimestamp());
        else if (reply.Code >= 500) traits.EpsvFailed();
    }

    /// <summary>Forgets that reply: some servers close the port on any command but REST and RETR.</summary>
    public void ForgetPort() => _announced = null;

    /// <summary>Requests a port behind the transfer in progress; <see cref="TakeBehindAsync"/> reads the reply.</summary>
    public ValueTask AskBehindAsync(CancellationToken cancellationToken) => control.WriteBehindAsync(_asked = Preferred, cancellationToken);

    /// <summary>Reads the reply and starts to connect.</summary>
    /// <param name="limit">How long it may take: a server that supports this has replied by the time the transfer ends.</param>
    /// <param name="cancellationToken">Cancels the operation and ends the session.</param>
    public async Task<Task<DataSocket>> TakeBehindAsync(TimeSpan limit, CancellationToken cancellationToken)
    {
        var reply = await control.ReadBehindAsync(_asked, limit, cancellationToken).ConfigureAwait(false);
        return PassiveAddress.ReadPort(reply) is { } port
            ? ConnectAsync(control.Peer with { Port = port }, isBulk: false, cancellationToken)
            : throw new FtpReplyException($"{_asked.Verb} behind a transfer", _asked.Verb, reply);
    }

    /// <summary>
    /// Records that a transfer failed because the last requested port was unreachable. A failed connection alone does not decide this: a
    /// server that refuses a transfer resets it.
    /// </summary>
    public void NoteUnreachable()
    {
        if (_asked == FtpCommands.Epsv) traits.EpsvFailed();
    }

    /// <summary>Listens for the server's connection and sends it the address (EPRT, or PORT if that is refused).</summary>
    public async Task<Socket> ListenAsync(CancellationToken cancellationToken)
    {
        var listener = MultipathSocket.Open(control.Local.AddressFamily, profile.Multipath);
        try
        {
            profile.LocalPath?.Hold(listener);
            // Accepted sockets inherit it.
            ReceiveBuffer.Set(listener, profile);
            listener.Bind(new IPEndPoint(control.Local.Address, 0));
            // The backlog leaves room for foreign connections, so that they cannot keep the server's out.
            listener.Listen(8);
            await AnnounceAsync((IPEndPoint)listener.LocalEndPoint!, cancellationToken).ConfigureAwait(false);
            return listener;
        }
        catch (SocketException e)
        {
            listener.Dispose();
            throw new FtpConnectionException(FtpStage.DataConnect,
                $"This computer could not open a port at {control.Local.Address} for active mode ({e.Message.TrimEnd('.')}).", e);
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Accepts the server's connection. Any other peer is rejected: only the control connection's peer may send the file.
    /// </summary>
    public async Task<DataSocket> AcceptAsync(Socket listener, CancellationToken cancellationToken)
    {
        using var deadline = new CancellationTokenSource(profile.Timeouts.FirstByte, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            while (true)
            {
                var socket = await listener.AcceptAsync(linked.Token).ConfigureAwait(false);
                if (IsFromServer(socket)) return DataSocket.Accepted(socket);
                socket.Dispose();
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new FtpTimeoutException(FtpStage.DataConnect, profile.Timeouts.FirstByte,
                $"{control.Peer} did not open the active-mode data connection within {profile.Timeouts.FirstByte.TotalSeconds:0.#} s. "
                    + "A firewall may block it. Use passive mode (omit --active).");
        }
    }

    // A server that closes the session over EPSV, or says nothing, may know PASV: the next session begins with that.
    private async ValueTask<FtpReply> AskAsync(CancellationToken cancellationToken)
    {
        _asked = Preferred;
        try
        {
            return await control.SendAsync(_asked, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e) when (e is FtpTimeoutException or FtpConnectionException)
        {
            if (_asked == FtpCommands.Epsv) traits.EpsvFailed();
            throw;
        }
    }

    private FtpReply? TakeAnnounced()
    {
        var port = time.GetElapsedTime(_announcedAt) < PreparedData.MaxAge ? _announced : null;
        _announced = null;
        if (port is not null) _asked = FtpCommands.Epsv;
        return port;
    }

    private async Task AnnounceAsync(IPEndPoint address, CancellationToken cancellationToken)
    {
        if (address.AddressFamily == AddressFamily.InterNetworkV6 || !traits.EprtRefused)
        {
            var reply = await control.SendAsync(FtpCommands.Eprt(address), cancellationToken).ConfigureAwait(false);
            if (reply.IsSuccess) return;
            if (address.AddressFamily == AddressFamily.InterNetworkV6) throw FtpCommands.Eprt(address).Refused(reply);
            traits.RefuseEprt();
        }
        await control.SendAsync(FtpCommands.Port(address), cancellationToken).ConfigureAwait(false);
    }

    private bool IsFromServer(Socket socket)
    {
        try
        {
            TcpKeepAlive.Enable(socket);
            return socket.RemoteEndPoint is IPEndPoint caller && caller.Address.Equals(control.Peer.Address);
        }
        catch (SocketException)
        {
            // The connection was reset before its peer address was read.
            return false;
        }
    }

    private async Task<DataSocket> ConnectAsync(ServerPeer target, bool isBulk, CancellationToken cancellationToken)
    {
        var extended = _asked == FtpCommands.Epsv;
        var socket = MultipathSocket.Open(target.Next.AddressFamily, profile.Multipath);
        var tunnel = profile.Proxy is { } proxy
            ? new ProxyTunnel(proxy, target.Host, target.Port, FtpStage.DataConnect, isFirst: !traits.DataConnected, time) : null;
        using var deadline = new CancellationTokenSource(profile.Timeouts.Connect, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            TcpKeepAlive.Enable(socket);
            profile.LocalPath?.Hold(socket);
            ReceiveBuffer.Set(socket, profile);
            socket.Bind(new IPEndPoint(control.Local.Address, 0));
            var connection = await DataSocket.ConnectAsync(socket, target.Next, tunnel, isBulk, linked.Token).ConfigureAwait(false);
            traits.DataConnected = true;
            if (extended) traits.EpsvWorked();
            return connection;
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            socket.Dispose();
            cancellationToken.ThrowIfCancellationRequested();
            var why = e is SocketException ? e.Message : $"no answer for {profile.Timeouts.Connect.TotalSeconds:0.#} s";
            throw new FtpConnectionException(FtpStage.DataConnect, tunnel is null
                ? $"The data connection to {target} failed ({why}). A firewall may block the server's passive ports."
                : $"The data connection to {target} through the proxy {profile.Proxy} failed ({why}). The proxy may be full.", e)
            {
                ByProxy = tunnel is not null,
            };
        }
    }
}
