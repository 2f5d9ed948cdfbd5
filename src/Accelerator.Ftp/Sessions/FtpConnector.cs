using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>Opens sessions of one site: name, connect, greeting, TLS, login, FEAT (once), TYPE I. Safe for use from many workers at once.</summary>
public sealed class FtpConnector(SessionProfile profile, TimeProvider time, Action<FtpTraceLine>? trace) : IDisposable
{
    // ProFTPD wants data connections to resume the session of their own control connection. That holds when the first handshake has
    // put a session in the platform's cache before the others start (measured: 24 of 24; else 3 to 24).
    private readonly FirstAlone _firstHandshake = new();
    private readonly FirstAlone _firstLogin = new();
    private volatile FtpReply? _passwordRefused;
    private int _lastId;

    /// <summary>What the sessions of this site have learned.</summary>
    public ServerTraits Traits { get; } = new();

    /// <summary>Opens a session.</summary>
    /// <param name="greeted">Called when the server's greeting has come: until then a connection may sit unseen in its accept queue.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="FtpException">It could not be opened; the exception tells the stage.</exception>
    public async Task<FtpSession> ConnectAsync(Action? greeted, CancellationToken cancellationToken)
    {
        ThrowIfUnsendable();
        var refusedBefore = _passwordRefused;
        var control = await DialAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var tls = profile.Endpoint.Security == FtpSecurity.None ? null : new TlsHandshake(profile);
            if (profile.Endpoint.Security == FtpSecurity.Implicit) await HandshakeAsync(control, tls!, cancellationToken).ConfigureAwait(false);

            var greeting = await ReadGreetingAsync(control, cancellationToken).ConfigureAwait(false);
            greeted?.Invoke();
            if (profile.Endpoint.Security == FtpSecurity.Explicit)
            {
                await AskForTlsAsync(control, cancellationToken).ConfigureAwait(false);
                await HandshakeAsync(control, tls!, cancellationToken).ConfigureAwait(false);
            }

            control.Stage = FtpStage.Login;
            // 230 without USER: already logged in. Only believed before TLS was asked for (CVE-2021-22946).
            if (greeting.Code != 230 || tls is not null) await LoginAsync(control, refusedBefore, cancellationToken).ConfigureAwait(false);
            control.Stage = FtpStage.Session;
            await PrepareAsync(control, tls, cancellationToken).ConfigureAwait(false);
            return new FtpSession(control, profile, Traits, tls, time);
        }
        catch
        {
            await control.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The refusal of the first password was a full server's, not a wrong password: the next session sends it again.</summary>
    public void TryPasswordAgain() => _passwordRefused = null;

    /// <inheritdoc/>
    public void Dispose()
    {
        _firstHandshake.Dispose();
        _firstLogin.Dispose();
    }

    // Before anything is sent: half a login would count as a failed one.
    private void ThrowIfUnsendable()
    {
        var (user, password, account) = profile.Credential;
        foreach (var command in new[] { FtpCommands.User(user, profile.Charset), FtpCommands.Pass(password, profile.Charset), FtpCommands.Acct(account ?? "", profile.Charset) })
            CommandLine.Encode(command.Verb, command.Argument.Span);
    }

    private async Task<ControlChannel> DialAsync(CancellationToken cancellationToken)
    {
        var addresses = Traits.Address is { } known ? [known] : await ResolveAsync(cancellationToken).ConfigureAwait(false);
        FtpException? last = null;
        foreach (var address in addresses)
        {
            try
            {
                var target = new IPEndPoint(address, profile.Endpoint.Port);
                var socket = await DialAsync(target, cancellationToken).ConfigureAwait(false);
                Traits.Address = address;
                return new ControlChannel(Interlocked.Increment(ref _lastId), socket, target, profile.Timeouts, time, trace);
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
            var all = IPAddress.TryParse(host, out var literal) ? [literal] : await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false);
            var usable = profile.LocalAddress is { } local ? all.Where(a => a.AddressFamily == local.AddressFamily).ToArray() : all;
            if (usable.Length > 0) return usable;
            throw new FtpConnectionException(FtpStage.Resolve, profile.LocalAddress is null
                ? $"The name {host} has no address."
                : $"{host} has no address of the same family as the local address {profile.LocalAddress} given with --bind.");
        }
        catch (SocketException e)
        {
            throw new FtpConnectionException(FtpStage.Resolve, $"The host name {SafeText.Escape(host)} could not be looked up ({e.Message}). Check the name and the DNS servers.", e);
        }
    }

    private async Task<Socket> DialAsync(IPEndPoint target, CancellationToken cancellationToken)
    {
        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        using var deadline = new CancellationTokenSource(profile.Timeouts.Connect, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            // Before the connect: on a connection that the server reset at once they fail, and that is the greeting's story to tell.
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, 60);
            if (profile.LocalAddress is not null) socket.Bind(new IPEndPoint(profile.LocalAddress, 0));
            await socket.ConnectAsync(target, linked.Token).ConfigureAwait(false);
            return socket;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            socket.Dispose();
            throw new FtpTimeoutException(FtpStage.Connect, profile.Timeouts.Connect, $"{target} did not answer within {profile.Timeouts.Connect.TotalSeconds:0.#} s. Check host, port and firewall.");
        }
        catch (SocketException e)
        {
            socket.Dispose();
            // Reset, not refused: it was accepted first. Servers and middleboxes that are full do that instead of saying 421.
            if (e.SocketErrorCode == SocketError.ConnectionReset)
                throw new FtpConnectionException(FtpStage.Greeting, $"{target} accepted the connection and reset it before its greeting. It may be full, or bar this address.", e);
            throw new FtpConnectionException(FtpStage.Connect, $"The connection to {target} failed: {e.Message}. Check host, port and firewall.", e);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private async Task<FtpReply> ReadGreetingAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        var what = $"Greeting of {profile.Endpoint}";
        using var deadline = new ReplyDeadline(profile.Timeouts.Reply, time);
        FtpReply reply;
        try
        {
            reply = await control.ReadReplyAsync(deadline, what, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpTimeoutException e)
        {
            throw new FtpTimeoutException(FtpStage.Greeting, e.Limit, $"{e.Message} An FTP server speaks first; a web server, or FTPS on its own port (ftps://), waits like this. Check the port.");
        }
        if (reply.IsPreliminary)
        {
            // 120: "ready in nnn minutes"; the 220 follows.
            deadline.Restart(profile.Timeouts.Reply);
            reply = await control.ReadReplyAsync(deadline, what, cancellationToken).ConfigureAwait(false);
        }
        return reply.IsSuccess ? reply : throw control.Break(new FtpReplyException(what, "", reply));
    }

    private async Task AskForTlsAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        control.Stage = FtpStage.Tls;
        var reply = await control.SendAsync(FtpCommands.AuthTls, cancellationToken).ConfigureAwait(false);
        if (!reply.IsSuccess && reply.Code != 334)
            throw control.Break(new FtpTlsException($"AUTH TLS: {reply}. {profile.Endpoint} offers no TLS here, and nothing was sent in the clear. Use ftp:// only if the line itself is protected."));
    }

    private async Task HandshakeAsync(ControlChannel control, TlsHandshake tls, CancellationToken cancellationToken)
    {
        control.Stage = FtpStage.Tls;
        var isAlone = await _firstHandshake.EnterAsync(cancellationToken).ConfigureAwait(false);
        var isDone = false;
        using var deadline = new CancellationTokenSource(profile.Timeouts.Connect, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            await control.StartTlsAsync(tls.ControlAsync, linked.Token).ConfigureAwait(false);
            isDone = true;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw control.Break(new FtpTimeoutException(FtpStage.Tls, profile.Timeouts.Connect, $"{profile.Endpoint}: the TLS handshake did not end within {profile.Timeouts.Connect.TotalSeconds:0.#} s."));
        }
        finally
        {
            if (isAlone) _firstHandshake.Leave(isDone);
        }
    }

    private async Task LoginAsync(ControlChannel control, FtpReply? refusedBefore, CancellationToken cancellationToken)
    {
        var credential = profile.Credential;
        var user = FtpCommands.User(credential.User, profile.Charset);
        var reply = await control.SendAsync(user, cancellationToken).ConfigureAwait(false);
        var asked = user.Verb;
        if (reply.Code == 331)
        {
            reply = await SendPasswordAsync(control, refusedBefore, cancellationToken).ConfigureAwait(false);
            asked = "PASS";
        }
        if (reply.Code == 332)
        {
            if (credential.Account is null) throw control.Break(new FtpReplyException($"Login of {SafeText.Escape(credential.User)} at {profile.Endpoint} needs an account (ACCT)", "ACCT", reply));
            reply = await control.SendAsync(FtpCommands.Acct(credential.Account, profile.Charset), cancellationToken).ConfigureAwait(false);
            asked = "ACCT";
        }
        if (!reply.IsSuccess) throw control.Break(new FtpReplyException($"Login of {SafeText.Escape(credential.User)} at {profile.Endpoint}", asked, reply));
    }

    // The sessions log in side by side, but only one sends the password before it was accepted once: a wrong one must not be tried
    // as often as there are streams (accounts are locked, addresses are banned). A session that was opened after the refusal asks again:
    // ProFTPD says 530 when it is full, too.
    private async Task<FtpReply> SendPasswordAsync(ControlChannel control, FtpReply? refusedBefore, CancellationToken cancellationToken)
    {
        var isAlone = profile.Credential != FtpCredential.Anonymous && await _firstLogin.EnterAsync(cancellationToken).ConfigureAwait(false);
        var isAccepted = false;
        try
        {
            if (isAlone && _passwordRefused is { } refused && refused != refusedBefore) return refused;
            var reply = await control.SendAsync(FtpCommands.Pass(profile.Credential.Password, profile.Charset), cancellationToken).ConfigureAwait(false);
            isAccepted = reply.IsSuccess || reply.IsIntermediate;
            if (isAlone && reply.IsPermanentRefusal) _passwordRefused = reply;
            return reply;
        }
        finally
        {
            if (isAlone) _firstLogin.Leave(isAccepted);
        }
    }

    private async Task PrepareAsync(ControlChannel control, TlsHandshake? tls, CancellationToken cancellationToken)
    {
        if (tls is not null) await ProtectDataAsync(control, cancellationToken).ConfigureAwait(false);
        Traits.Features ??= await control.SendAsync(FtpCommands.Feat, cancellationToken).ConfigureAwait(false);
        if (Traits.Features.Has("UTF8") && profile.Charset is System.Text.UTF8Encoding) await control.SendAsync(FtpCommands.OptsUtf8, cancellationToken).ConfigureAwait(false);
        await control.SendAsync(FtpCommands.TypeImage, cancellationToken).ConfigureAwait(false);
    }

    private async Task ProtectDataAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        try
        {
            await control.SendAsync(FtpCommands.Pbsz, cancellationToken).ConfigureAwait(false);
            await control.SendAsync(FtpCommands.ProtP, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            throw control.Break(new FtpTlsException($"{e.Message} {profile.Endpoint} does not encrypt data connections, so nothing was transferred.", e));
        }
    }
}
