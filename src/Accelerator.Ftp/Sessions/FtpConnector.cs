using System.Net.Sockets;
using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Opens sessions of one site: name, connect, greeting, TLS, login, TYPE I, and nothing that the first byte does not need. Safe for use
/// from many workers at once.
/// </summary>
internal sealed class FtpConnector : IDisposable
{
    private readonly SessionProfile _profile;
    private readonly TimeProvider _time;
    private readonly Action<FtpTraceLine>? _trace;
    private readonly Dialer _dialer;
    private readonly LoginSequence _login;
    private readonly FirstCertificate _certificate = new();

    // ProFTPD wants data connections to resume the session of their own control connection. That works if the first handshake has put a
    // session in the platform's cache before the others start (measured: 24 of 24; else 3 to 24).
    private readonly FirstAlone _firstHandshake = new();
    private readonly FirstAlone _firstProxyLogin = new();
    private volatile FtpConnectionException? _proxyRefused;
    private int _lastId;

    /// <summary>Creates a connector for one site.</summary>
    /// <param name="profile">All settings of a session.</param>
    /// <param name="time">Clock.</param>
    /// <param name="trace">Receives the dialogue of every session, secrets masked; called from several threads at once.</param>
    /// <param name="address">The shared address behind the server's name if several connectors use one server; null, the default, for one
    /// of its own.</param>
    public FtpConnector(SessionProfile profile, TimeProvider time, Action<FtpTraceLine>? trace, ServerAddress? address = null)
    {
        _profile = profile;
        _time = time;
        _trace = trace;
        Traits = new ServerTraits { Address = address ?? new ServerAddress() };
        _dialer = new Dialer(profile, Traits, time);
        _login = new LoginSequence(profile, Traits);
    }

    /// <summary>The traits of the server that the sessions of this site have learned.</summary>
    public ServerTraits Traits { get; }

    /// <summary>Opens a session.</summary>
    /// <param name="greeted">Called when the server's greeting has arrived: until then a connection may wait unseen in its accept
    /// queue.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FtpException">The session could not be opened; the exception tells the stage.</exception>
    public async Task<FtpSession> ConnectAsync(Action? greeted, CancellationToken cancellationToken)
    {
        ThrowIfUnsendable();
        try
        {
            return await OpenAnyAsync(greeted, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpTlsException e) when (e.MayNeedTls13)
        {
            return await OpenAnyAsync(greeted: null, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<FtpSession> OpenAnyAsync(Action? greeted, CancellationToken cancellationToken)
    {
        if (await OpenAsync(greeted, mayTogether: true, cancellationToken).ConfigureAwait(false) is { } session) return session;
        session = await OpenAsync(greeted: null, mayTogether: false, cancellationToken).ConfigureAwait(false);
        // The same login works with one command at a time: sending them at once was the reason.
        Traits.RefuseLogin();
        return session!;
    }

    // Null if the login was sent at once and not answered in order.
    private async Task<FtpSession?> OpenAsync(Action? greeted, bool mayTogether, CancellationToken cancellationToken)
    {
        var (socket, peer) = await DialAsync(cancellationToken).ConfigureAwait(false);
        var control = new ControlChannel(Interlocked.Increment(ref _lastId), socket, peer, _profile.Timeouts, _time, _trace, Traits);
        if (_profile.Proxy is { } proxy) _trace?.Invoke(new FtpTraceLine(control.Id, FromServer: false, $"(connected through {proxy})"));
        try
        {
            var tls = _profile.Endpoint.Security == FtpSecurity.None ? null : new TlsHandshake(_profile, Traits, _certificate);
            if (_profile.Endpoint.Security == FtpSecurity.Implicit)
            {
                await HandshakeAsync(control, tls!, cancellationToken).ConfigureAwait(false);
                control.Stage = FtpStage.Greeting;
            }

            var greeting = await GreetingReader.ReadAsync(control, _profile, _time, cancellationToken).ConfigureAwait(false);
            greeted?.Invoke();
            Traits.Greeting ??= greeting;
            if (_profile.Endpoint.Security == FtpSecurity.Explicit)
            {
                await AskForTlsAsync(control, cancellationToken).ConfigureAwait(false);
                await HandshakeAsync(control, tls!, cancellationToken).ConfigureAwait(false);
            }

            control.Stage = FtpStage.Login;
            // 230 without USER: already logged in. Only accepted before TLS was requested (CVE-2021-22946).
            var isIn = greeting.Code == 230 && tls is null;
            FtpReply? epsv = null;
            if (!isIn && mayTogether && _login.MayTogether())
            {
                (isIn, epsv) = await _login.TogetherAsync(control, cancellationToken).ConfigureAwait(false);
                if (!isIn)
                {
                    await control.DisposeAsync().ConfigureAwait(false);
                    return null;
                }
                control.Stage = FtpStage.Session;
            }
            else
            {
                if (!isIn) await _login.OneByOneAsync(control, cancellationToken).ConfigureAwait(false);
                control.Stage = FtpStage.Session;
                await PrepareAsync(control, tls, cancellationToken).ConfigureAwait(false);
            }
            return new FtpSession(control, _profile, Traits, tls, _time, epsv);
        }
        catch
        {
            await control.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>
    /// Allows the password to be sent again: its refusal came from a full server (ProFTPD then sends 530 too), not from a wrong password.
    /// Until this is called no session sends it: one that connected before the refusal was judged would send a wrong password a second
    /// time.
    /// </summary>
    public void TryPasswordAgain() => _login.TryPasswordAgain();

    public void Dispose()
    {
        _firstHandshake.Dispose();
        _login.Dispose();
        _firstProxyLogin.Dispose();
    }

    private void ThrowIfUnsendable()
    {
        if (_profile is { ActiveMode: true, Proxy: not null })
            throw new ArgumentException("Active mode needs connections from the server, which cannot arrive through a proxy.");
        _login.ThrowIfUnsendable();
    }

    // As with the server's password: only one session logs in at the proxy before that has worked once, because accounts are locked.
    private async Task<(Socket Socket, ServerPeer Peer)> DialAsync(CancellationToken cancellationToken)
    {
        var isAlone = _profile.Proxy?.User is not null && await _firstProxyLogin.EnterAsync(cancellationToken).ConfigureAwait(false);
        var isOpen = false;
        try
        {
            if (isAlone && _proxyRefused is { } refused) throw refused;
            var dialed = await _dialer.DialAsync(cancellationToken).ConfigureAwait(false);
            isOpen = true;
            return dialed;
        }
        catch (FtpConnectionException e) when (isAlone && e is { ByProxy: true, IsFinal: true })
        {
            _proxyRefused = e;
            throw;
        }
        finally
        {
            if (isAlone) _firstProxyLogin.Leave(isOpen);
        }
    }

    private async Task AskForTlsAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        control.Stage = FtpStage.Tls;
        var reply = await control.SendAsync(FtpCommands.AuthTls, cancellationToken).ConfigureAwait(false);
        if (!reply.IsSuccess && reply.Code != 334)
            throw control.Break(new FtpTlsException(
                $"AUTH TLS: {reply.ToString().TrimEnd('.')}. {_profile.Endpoint} does not offer TLS, and nothing was sent unencrypted. "
                    + "Use ftp:// only if the network itself is protected."));
    }

    private async Task HandshakeAsync(ControlChannel control, TlsHandshake tls, CancellationToken cancellationToken)
    {
        control.Stage = FtpStage.Tls;
        var isAlone = await _firstHandshake.EnterAsync(cancellationToken).ConfigureAwait(false);
        var isDone = false;
        using var deadline = new CancellationTokenSource(_profile.Timeouts.Connect, _time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            await control.StartTlsAsync(tls.ControlAsync, linked.Token).ConfigureAwait(false);
            isDone = true;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw control.Break(new FtpTimeoutException(FtpStage.Tls, _profile.Timeouts.Connect,
                $"{_profile.Endpoint}: the TLS handshake did not end within {_profile.Timeouts.Connect.TotalSeconds:0.#} s."));
        }
        finally
        {
            if (isAlone) _firstHandshake.Leave(isDone);
        }
    }

    private async Task PrepareAsync(ControlChannel control, TlsHandshake? tls, CancellationToken cancellationToken)
    {
        if (tls is not null) await ProtectDataAsync(control, cancellationToken).ConfigureAwait(false);
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
            throw control.Break(new FtpTlsException(
                Sentences.Join(e.Message, $"{_profile.Endpoint} does not encrypt data connections, so nothing was transferred."), e));
        }
    }
}
