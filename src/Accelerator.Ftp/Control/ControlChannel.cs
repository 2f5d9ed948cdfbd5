using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Control;

/// <summary>
/// One control connection: sends commands, reads replies and keeps them paired. Not thread-safe; its session owns it. One deadline covers
/// each complete reply, so a server that dribbles a byte every 20 s fails like a silent one.
/// </summary>
internal sealed class ControlChannel(
    int id, Socket socket, ServerPeer peer, FtpTimeouts timeouts, TimeProvider time, Action<FtpTraceLine>? trace,
    ServerTraits? traits = null) : IAsyncDisposable
{
    // Stray replies "150 426 226" and one spare. A server that sends more is answering something else.
    private const int MostStrays = 4;

    private const string Next = "The next command";

    private readonly Socket _socket = socket;
    private ReplyReader _replies = new(new NetworkStream(socket, ownsSocket: true), time, traits?.ReplyEndings);
    private string? _secret;
    private bool _hadTransfer;
    private bool _isBehind;
    private bool _opensData;
    private TimeSpan? _owed;

    /// <summary>Number of this connection in the trace.</summary>
    public int Id { get; } = id;

    /// <summary>
    /// The server's end; data connections go to its host too. Not read from the socket, which no longer has a peer if the server reset the
    /// connection at once.
    /// </summary>
    public ServerPeer Peer { get; } = peer;

    /// <summary>The address data connections are bound to: vsftpd and others compare it with the control connection's.</summary>
    public IPEndPoint Local { get; } = (IPEndPoint)socket.LocalEndPoint!;

    /// <summary>Whether TLS protects the connection.</summary>
    public bool IsEncrypted => _replies.Stream is SslStream;

    public ControlState State { get; private set; }

    /// <summary>How far the session had come; used in the exceptions.</summary>
    public FtpStage Stage { get; internal set; } = FtpStage.Greeting;

    /// <summary>Whether a byte FF of an argument is sent twice; see <see cref="CommandEncoder"/>.</summary>
    internal bool DoublesTelnet { get; set; }

    /// <summary>Shortest time any reply took: the network path's round-trip time plus the server's fastest response.</summary>
    public TimeSpan RoundTrip { get; private set; } = TimeSpan.MaxValue;

    /// <summary>Called for every reply as it is read, with secrets masked; null, the default, for no callback.</summary>
    internal Action<FtpReply>? Heard { get; set; }

    /// <summary>Returns what the operating system reports about the connection now; through a proxy without its round trip.</summary>
    public TcpFacts PathFacts() => FactsOf(_socket);

    /// <summary>Returns the same for a data connection to the same server.</summary>
    internal TcpFacts FactsOf(Socket socket) =>
        Peer.Proxy is null ? TcpFactsReader.Read(socket) : TcpFactsReader.Read(socket) with { RoundTrip = null };

    /// <summary>Sends a command and reads its final reply.</summary>
    /// <exception cref="FtpReplyException">The server refused it.</exception>
    /// <exception cref="FtpException">The connection is dead.</exception>
    public ValueTask<T> SendAsync<T>(FtpCommand<T> command, CancellationToken cancellationToken) =>
        SendAsync(command, timeouts.Reply, cancellationToken);

    /// <summary>Sends a command with its own time limit, for slow commands: HASH reads the whole file.</summary>
    public async ValueTask<T> SendAsync<T>(FtpCommand<T> command, TimeSpan limit, CancellationToken cancellationToken)
    {
        if (traits?.Silences.IsUnsupported(command.Verb) is true) return command.Read(command, Silences.Unsupported);
        limit = traits?.Silences.LimitOf(command.Verb, limit) ?? limit;
        var cutShort = await WriteAsync(command, cancellationToken).ConfigureAwait(false);
        var sent = time.GetTimestamp();
        FtpReply answer;
        try
        {
            answer = await ReadAnswerAsync(command, limit, cutShort, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpTimeoutException) when (Stage == FtpStage.Session)
        {
            traits?.Silences.Note(command.Verb, isAnswered: false);
            throw;
        }
        traits?.Silences.Note(command.Verb, isAnswered: true);
        var took = time.GetElapsedTime(sent);
        if (took < RoundTrip) RoundTrip = took;
        return command.Read(command, answer);
    }

    /// <summary>
    /// Sends several commands at once, none of which starts a transfer, and reads their replies: one round trip for all. A server that
    /// takes one line at a time answers only the first.
    /// </summary>
    /// <returns>The replies in order, including refusals.</returns>
    /// <exception cref="FtpException">The connection is dead.</exception>
    internal ValueTask<FtpReply[]> SendTogetherAsync(
        IReadOnlyList<FtpCommand<FtpReply>> commands, CancellationToken cancellationToken) =>
        SendTogetherAsync(commands, timeouts.Reply, cancellationToken);

    /// <summary>As above, with a time limit for each reply.</summary>
    internal async ValueTask<FtpReply[]> SendTogetherAsync(
        IReadOnlyList<FtpCommand<FtpReply>> commands, TimeSpan limit, CancellationToken cancellationToken)
    {
        var cutShort = await WriteAsync(commands[0], cancellationToken).ConfigureAwait(false);
        var sent = time.GetTimestamp();
        foreach (var next in commands.Skip(1)) await PostAsync(next, cancellationToken).ConfigureAwait(false);
        var replies = new FtpReply[commands.Count];
        for (var i = 0; i < replies.Length; i++)
        {
            State = ControlState.Waiting;
            replies[i] = await ReadAnswerAsync(commands[i], limit, cutShort && i == 0, cancellationToken).ConfigureAwait(false);
            if (i == 0 && time.GetElapsedTime(sent) is var took && took < RoundTrip) RoundTrip = took;
        }
        return replies;
    }

    /// <summary>
    /// Sends a command behind a transfer in progress, or a RETR behind a command. Its reply follows the other's and must be read by
    /// <see cref="ReadBehindAsync"/>. A transfer that is then cut short ends the connection, because it is no longer clear which command
    /// the next reply answers.
    /// </summary>
    internal ValueTask WriteBehindAsync(FtpCommand command, CancellationToken cancellationToken)
    {
        ThrowIfBroken();
        if (State != ControlState.Waiting || _isBehind)
            throw new InvalidOperationException($"{command.Verb} was to be sent behind a command that is not there.");
        _isBehind = true;
        return PostAsync(command, cancellationToken);
    }

    /// <summary>Reads the reply to the command that was sent behind the transfer that has just ended.</summary>
    /// <exception cref="FtpReplyException">The server refused it.</exception>
    /// <exception cref="FtpException">The connection is dead.</exception>
    internal async ValueTask<T> ReadBehindAsync<T>(FtpCommand<T> command, TimeSpan limit, CancellationToken cancellationToken)
    {
        _isBehind = false;
        return command.Read(command, await ReadAnswerAsync(command, limit, cutShort: false, cancellationToken).ConfigureAwait(false));
    }

    /// <summary>
    /// Reads the reply to a command behind which a RETR was already sent; the replies to the RETR come next. A preliminary reply is
    /// returned too: it answers the RETR, so the server does not answer in order.
    /// </summary>
    /// <exception cref="FtpReplyException">The server refused it.</exception>
    /// <exception cref="FtpException">The connection is dead.</exception>
    internal async ValueTask<T> ReadAheadAsync<T>(FtpCommand<T> command, CancellationToken cancellationToken)
    {
        using var deadline = new ReplyDeadline(timeouts.Reply, time, cancellationToken);
        var reply = await ReadReplyAsync(deadline, command).ConfigureAwait(false);
        for (var strays = 0; strays < MostStrays && IsStray(reply.Code, command.Verb, cutShort: false); strays++)
            reply = await ReadReplyAsync(deadline, command).ConfigureAwait(false);
        if (reply.IsClosing) throw Break(command.Refused(reply));
        (_isBehind, State) = (false, ControlState.Waiting);
        return command.Read(command, reply);
    }

    /// <summary>Sends a command whose replies the caller reads itself: RETR.</summary>
    /// <returns>Whether late replies to a range that was cut short may come before its own.</returns>
    internal async ValueTask<bool> WriteAsync(FtpCommand command, CancellationToken cancellationToken)
    {
        ThrowIfBusy(command.Verb);
        await TakeOwedAsync(command, cancellationToken).ConfigureAwait(false);
        if (HasUnasked(command)) await DropUnaskedAsync(command, cancellationToken).ConfigureAwait(false);
        var cutShort = State == ControlState.Straying;
        await PostAsync(command, cancellationToken).ConfigureAwait(false);
        return cutShort;
    }

    /// <summary>Sends QUIT. No earlier or later reply can change the outcome.</summary>
    internal ValueTask SayQuitAsync(CancellationToken cancellationToken)
    {
        ThrowIfBusy(FtpCommands.Quit.Verb);
        return PostAsync(FtpCommands.Quit, cancellationToken);
    }

    /// <summary>
    /// Returns whether a command can be sent. Reads what the server has sent meanwhile, so that a session it has closed is detected before
    /// a command is lost on it.
    /// </summary>
    internal async ValueTask<bool> StandsAsync(CancellationToken cancellationToken)
    {
        if (State is not (ControlState.Ready or ControlState.Straying)) return false;
        try
        {
            if (HasUnasked(Next)) await DropUnaskedAsync(Next, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (FtpException)
        {
            return false;
        }
    }

    /// <summary>Reads the next reply, whatever it is.</summary>
    /// <param name="deadline">Its time limit; its caller's token ends the connection.</param>
    /// <param name="what">What messages name: made a text only for one of them.</param>
    /// <exception cref="FtpTimeoutException">None came in time; the connection is dead.</exception>
    internal async ValueTask<FtpReply> ReadReplyAsync(ReplyDeadline deadline, object what) =>
        await TryReadReplyAsync(deadline, what).ConfigureAwait(false) ?? throw Break(Silent(deadline, what));

    /// <summary>
    /// Reads the next reply if one arrives in time. A missing reply is not a failure: some servers send nothing after an early end of a
    /// range.
    /// </summary>
    /// <returns>Null if none arrived.</returns>
    internal async ValueTask<FtpReply?> TryReadReplyAsync(ReplyDeadline deadline, object what)
    {
        ThrowIfBroken();
        try
        {
            var reply = await _replies.ReadAsync(deadline.Token).ConfigureAwait(false);
            PassSkipped(what);
            // Later replies carry addresses and names, which may contain a short password by chance; EPSV may be sent with the login.
            if (_secret is { } secret && Stage == FtpStage.Login && what is not FtpCommand { Verb: "EPSV" }) reply = reply.Without(secret);
            if (trace is not null) Trace(reply);
            Heard?.Invoke(reply);
            return reply;
        }
        catch (OperationCanceledException) when (!deadline.Caller.IsCancellationRequested)
        {
            return null;
        }
        catch (OperationCanceledException e)
        {
            Break(Lost(what, e));
            throw;
        }
        catch (FtpProtocolException e)
        {
            throw Break(e);
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            throw Break(Lost(what, e));
        }
    }

    /// <summary>
    /// Ends a transfer whose replies have all arrived. The channel is ready again, or may still receive stray replies after an early end.
    /// </summary>
    internal void EndTransfer(bool mayStray)
    {
        _hadTransfer = true;
        if (State == ControlState.Broken) return;
        if (!_isBehind) State = mayStray ? ControlState.Straying : ControlState.Ready;
        else if (mayStray) Break(new FtpConnectionException(Stage, $"The transfer from {Peer} was cut short with a command behind it."));
    }

    /// <summary>
    /// Leaves the reply to an early end for the next command to wait for: the caller has no time for it, and without it a refusal of the
    /// next command could not be told from a late reply.
    /// </summary>
    /// <param name="limit">How long the next command waits for it.</param>
    internal void Owe(TimeSpan limit) => _owed = limit;

    /// <summary>
    /// Ends an aborted transfer between two servers, once its last reply and the reply to the ABOR behind it have arrived. Servers have
    /// been seen to send more.
    /// </summary>
    internal void EndAborted()
    {
        _isBehind = false;
        EndTransfer(mayStray: true);
    }

    /// <summary>
    /// Upgrades the connection to TLS. Plain text received after the AUTH reply was injected by a third party (CVE-2021-22947).
    /// </summary>
    internal async ValueTask<SslStream> StartTlsAsync(
        Func<Socket, CancellationToken, ValueTask<SslStream>> handshake, CancellationToken cancellationToken)
    {
        if (_replies.HasBuffered || _socket.Available > 0)
            throw Break(new FtpTlsException(
                $"{Peer} sent plain text instead of a TLS handshake. Either this port does not use implicit TLS (ftpes:// requests TLS "
                    + "after connecting), or replies are injected on the network path."));
        var tls = await handshake(_socket, cancellationToken).ConfigureAwait(false);
        _replies = new ReplyReader(tls, time, traits?.ReplyEndings);
        return tls;
    }

    /// <summary>The only transition to <see cref="ControlState.Broken"/>: closes the socket and returns the exception to throw.</summary>
    internal Exception Break(Exception reason, Exception? cause = null)
    {
        if (State != ControlState.Broken && trace is not null)
            trace(new FtpTraceLine(Id, FromServer: true, $"(closed: {SafeText.Escape((cause ?? reason).Message)})"));
        State = ControlState.Broken;
        _replies.Stream.Dispose();
        return reason;
    }

    public async ValueTask DisposeAsync()
    {
        State = ControlState.Broken;
        await _replies.Stream.DisposeAsync().ConfigureAwait(false);
    }

    private async ValueTask<FtpReply> ReadAnswerAsync(
        FtpCommand command, TimeSpan limit, bool cutShort, CancellationToken cancellationToken)
    {
        using var deadline = new ReplyDeadline(limit, time, cancellationToken);
        var reply = await ReadReplyAsync(deadline, command).ConfigureAwait(false);
        for (var strays = 0; reply.IsPreliminary || (strays < MostStrays && IsStray(reply.Code, command.Verb, cutShort)); strays++)
            reply = await ReadReplyAsync(deadline, command).ConfigureAwait(false);
        if (reply.IsClosing) throw Break(command.Refused(reply));
        State = ControlState.Ready;
        return reply;
    }

    private async ValueTask PostAsync(FtpCommand command, CancellationToken cancellationToken)
    {
        var line = CommandEncoder.Encode(command.Verb, command.Argument.Span, DoublesTelnet && Stage == FtpStage.Session);
        State = ControlState.Waiting;
        _opensData = command.Verb is "RETR" or "MLSD" or "LIST" or "NLST";
        if (command is { IsSecret: true, Argument.IsEmpty: false }) _secret = Encoding.Latin1.GetString(command.Argument.Span);
        trace?.Invoke(new FtpTraceLine(Id, FromServer: false, command.ToString()));
        try
        {
            await _replies.Stream.WriteAsync(line, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            throw Break(Lost(command, e));
        }
        catch (OperationCanceledException e)
        {
            Break(Lost(command, e));
            throw;
        }
    }

    private async ValueTask TakeOwedAsync(object next, CancellationToken cancellationToken)
    {
        if (_owed is not { } limit || State == ControlState.Broken) return;
        _owed = null;
        using var deadline = new ReplyDeadline(limit, time, cancellationToken);
        var reply = await TryReadReplyAsync(deadline, next).ConfigureAwait(false);
        if (reply is { IsClosing: true }) throw Break(Ended(next, reply));
        if (reply is { IsPreliminary: false }) State = ControlState.Ready;
    }

    // A reply that arrived before a command was sent does not answer it: a second 226, a late reply to a range that was cut short, or the
    // 421 of an idle timer, which is no refusal of this command and says nothing about the server's limits.
    private async ValueTask DropUnaskedAsync(object next, CancellationToken cancellationToken)
    {
        using var deadline = new ReplyDeadline(timeouts.Reply, time, cancellationToken);
        do
        {
            var reply = await ReadReplyAsync(deadline, next).ConfigureAwait(false);
            if (reply.IsClosing) throw Break(Ended(next, reply));
            if (_owed is not null && !reply.IsPreliminary) (_owed, State) = (null, ControlState.Ready);
        }
        while (HasUnasked(next));
    }

    private bool HasUnasked(object next)
    {
        try
        {
            if (_replies.HasBuffered) return true;
            if (!_socket.Poll(0, SelectMode.SelectRead) || !_replies.MayBeReply()) return false;
            // A read that continues may take the bytes before they are counted here. It reports an end of the connection too.
            return _replies.IsReading || _socket.Available > 0 ? true : throw Break(Lost(next, new EndOfStreamException()));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            throw Break(Lost(next, e));
        }
    }

    // Late replies to a finished transfer, which may arrive after the check above. After a transfer, a success of this kind answers no
    // other command. A refusal may belong to the command itself, so it is a stray only if the transfer was cut short without any reply.
    private bool IsStray(int code, string verb, bool cutShort) =>
        (_hadTransfer && (code is 225 or 226 || (verb is "EPSV" or "PASV" && code is >= 200 and < 300 and not (227 or 229))))
        || (cutShort && (code is 426 or 450 or 451 or 551 or 552 || (verb is "EPSV" or "PASV" && code is 550)));

    private void ThrowIfBusy(string verb)
    {
        ThrowIfBroken();
        if (State == ControlState.Waiting)
            throw new InvalidOperationException($"{verb} was to be sent while another command waits for its reply.");
    }

    private void ThrowIfBroken()
    {
        if (State == ControlState.Broken) throw new FtpConnectionException(Stage, $"The control connection to {Peer} is closed.");
    }

    private FtpConnectionException Ended(object next, FtpReply reply) =>
        new(Stage, $"{next}: {Peer} had ended the session before ({reply}).");

    private FtpTimeoutException Silent(ReplyDeadline deadline, object what) =>
        new(Stage, deadline.Limit, $"{what}: no complete answer from {Peer} for {deadline.Limit.TotalSeconds:0.#} s.");

    private FtpConnectionException Lost(object what, Exception cause)
    {
        var how = cause switch
        {
            _ when _replies.Stream is WatchedTls { PlainReply: { } plain } =>
                $"the server ended the session without encryption: {SafeText.Escape(plain.Trim())}",
            EndOfStreamException => "the server closed the control connection",
            OperationCanceledException => "stopped",
            _ => $"the control connection was lost ({SafeText.Escape(cause.Message)})",
        };
        return new FtpConnectionException(Stage, $"{what}: {how} ({Peer}).", cause);
    }

    // A server's text between two replies means nothing, except in front of the first reply to a transfer: that text may be the reply, of
    // another file (ProFTPD answers a Telnet option there).
    private void PassSkipped(object what)
    {
        var mayBeStart = _opensData;
        _opensData = false;
        var lines = _replies.TakeSkipped();
        foreach (var line in lines) trace?.Invoke(new FtpTraceLine(Id, FromServer: true, $"(no reply: {SafeText.Escape(line)})"));
        if (mayBeStart && lines.Count > 0)
            throw new FtpProtocolException(
                $"{what}: {Peer} answered with a line that is no reply (\"{SafeText.Escape(lines[0])}\"), "
                    + "so it is not known which file it sends.");
    }

    private void Trace(FtpReply reply)
    {
        for (var i = 0; i < reply.Lines.Count; i++)
        {
            var separator = i < reply.Lines.Count - 1 ? '-' : ' ';
            trace!(new FtpTraceLine(Id, FromServer: true, $"{reply.Code}{separator}{SafeText.Escape(reply.Lines[i])}"));
        }
    }
}
