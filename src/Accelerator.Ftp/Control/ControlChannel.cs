using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace Accelerator.Ftp.Control;

/// <summary>
/// One control connection: sends commands, reads replies, keeps them paired. Not thread-safe; its session owns it.
/// Every reply has one deadline for the whole of it, so that a server that dribbles a byte every 20 s is as dead as a silent one.
/// </summary>
public sealed class ControlChannel : IAsyncDisposable
{
    private readonly Socket _socket;
    private readonly FtpTimeouts _timeouts;
    private readonly TimeProvider _time;
    private readonly Action<FtpTraceLine>? _trace;
    private Stream _stream;
    private ReplyReader _replies;

    internal ControlChannel(int id, Socket socket, FtpTimeouts timeouts, TimeProvider time, Action<FtpTraceLine>? trace)
    {
        Id = id;
        _socket = socket;
        _timeouts = timeouts;
        _time = time;
        _trace = trace;
        _stream = new NetworkStream(socket, ownsSocket: true);
        _replies = new ReplyReader(_stream);
        Peer = (IPEndPoint)socket.RemoteEndPoint!;
        Local = (IPEndPoint)socket.LocalEndPoint!;
    }

    /// <summary>Number of this connection in the trace.</summary>
    public int Id { get; }

    /// <summary>Where data connections go too.</summary>
    public IPEndPoint Peer { get; }

    /// <summary>The address data connections are bound to: vsftpd and others compare it with the control connection's.</summary>
    public IPEndPoint Local { get; }

    /// <summary>See <see cref="ControlState"/>.</summary>
    public ControlState State { get; private set; }

    /// <summary>How far the session had come; used in the exceptions.</summary>
    public FtpStage Stage { get; internal set; } = FtpStage.Greeting;

    /// <summary>Shortest time any reply took: the path's round-trip time plus the server's quickest answer.</summary>
    public TimeSpan RoundTrip { get; private set; } = TimeSpan.MaxValue;

    /// <summary>Sends a command and reads its final reply.</summary>
    /// <exception cref="FtpReplyException">The server refused it.</exception>
    /// <exception cref="FtpException">The connection is dead.</exception>
    public async ValueTask<T> SendAsync<T>(FtpCommand<T> command, CancellationToken cancellationToken, TimeSpan? limit = null)
    {
        var straying = await WriteAsync(command, cancellationToken).ConfigureAwait(false);
        var sent = _time.GetTimestamp();
        var reply = await ReadReplyAsync(limit ?? _timeouts.Reply, command.ToString(), cancellationToken).ConfigureAwait(false);
        for (var strays = 0; straying && strays < 2 && IsStray(reply.Code); strays++)
            reply = await ReadReplyAsync(limit ?? _timeouts.Reply, command.ToString(), cancellationToken).ConfigureAwait(false);
        while (reply.IsPreliminary)
            reply = await ReadReplyAsync(limit ?? _timeouts.Reply, command.ToString(), cancellationToken).ConfigureAwait(false);

        var took = _time.GetElapsedTime(sent);
        if (took < RoundTrip) RoundTrip = took;
        if (reply.IsClosing) throw Break(command.Refused(reply));
        State = ControlState.Ready;
        return command.Read(command, reply);
    }

    /// <summary>Sends a command whose replies the caller reads itself: RETR.</summary>
    /// <returns>Whether replies to something earlier may come before its own.</returns>
    internal async ValueTask<bool> WriteAsync<T>(FtpCommand<T> command, CancellationToken cancellationToken)
    {
        var line = CommandLine.Encode(command.Verb, command.Argument.Span);
        ThrowIfBroken();
        if (State == ControlState.Waiting) throw new InvalidOperationException($"{command.Verb} was to be sent while another command waits for its reply.");
        var straying = State == ControlState.Straying || HasUnasked(command.ToString());
        State = ControlState.Waiting;
        _trace?.Invoke(new FtpTraceLine(Id, FromServer: false, command.ToString()));
        try
        {
            await _stream.WriteAsync(line, cancellationToken).ConfigureAwait(false);
            return straying;
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            throw Break(Lost(command.ToString(), e));
        }
        catch (OperationCanceledException e)
        {
            Break(Lost(command.ToString(), e));
            throw;
        }
    }

    /// <summary>Reads the next reply if one comes within the limit. Its absence is no failure: after an early end of a range Pure-FTPd may say nothing.</summary>
    internal async ValueTask<FtpReply?> TryReadReplyAsync(TimeSpan limit, CancellationToken cancellationToken)
    {
        // A read from SslStream cannot be taken back; over TLS silence has to end the session.
        if (_stream is SslStream) return await ReadReplyAsync(limit, "end of range", cancellationToken).ConfigureAwait(false);
        ThrowIfBroken();
        using var deadline = new CancellationTokenSource(limit, _time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            var reply = await _replies.ReadAsync(linked.Token).ConfigureAwait(false);
            if (_trace is not null) Trace(reply);
            return reply;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException or OperationCanceledException)
        {
            throw Break(e as FtpException ?? Lost("end of range", e));
        }
    }

    /// <summary>Reads the next reply, whatever it is.</summary>
    internal async ValueTask<FtpReply> ReadReplyAsync(TimeSpan limit, string what, CancellationToken cancellationToken)
    {
        ThrowIfBroken();
        using var deadline = new CancellationTokenSource(limit, _time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            var reply = await _replies.ReadAsync(linked.Token).ConfigureAwait(false);
            if (_trace is not null) Trace(reply);
            return reply;
        }
        catch (OperationCanceledException e) when (deadline.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw Break(new FtpTimeoutException(Stage, limit, $"{what}: no complete answer from {Peer} for {limit.TotalSeconds:0.#} s."), e);
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

    /// <summary>The transfer's replies are all in: the channel is ready again, or may still be answered for what was cut short.</summary>
    internal void EndTransfer(bool mayStray)
    {
        if (State != ControlState.Broken) State = mayStray ? ControlState.Straying : ControlState.Ready;
    }

    /// <summary>Turns the connection into TLS. Plain text that came after the AUTH reply was put there by someone else (CVE-2021-22947).</summary>
    internal async ValueTask<SslStream> StartTlsAsync(Func<Stream, CancellationToken, ValueTask<SslStream>> handshake, CancellationToken cancellationToken)
    {
        if (_replies.HasBuffered)
            throw Break(new FtpTlsException($"{Peer} sent plain text between AUTH TLS and the handshake; someone on the path may be injecting replies."));
        var tls = await handshake(_stream, cancellationToken).ConfigureAwait(false);
        _stream = tls;
        _replies = new ReplyReader(tls);
        return tls;
    }

    /// <summary>The one door into <see cref="ControlState.Broken"/>: closes the socket and gives back what to throw.</summary>
    internal Exception Break(Exception reason, Exception? cause = null)
    {
        if (State != ControlState.Broken && _trace is not null)
            _trace(new FtpTraceLine(Id, FromServer: true, $"(closed: {SafeText.Escape((cause ?? reason).Message)})"));
        State = ControlState.Broken;
        _stream.Dispose();
        return reason;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        State = ControlState.Broken;
        await _stream.DisposeAsync().ConfigureAwait(false);
    }

    // Whatever came between commands answers nothing that was asked (a second 226, a late ABOR reply); 421 announces the end.
    private bool HasUnasked(string next)
    {
        try
        {
            if (_replies.HasBuffered) return true;
            if (_stream is SslStream || !_socket.Poll(0, SelectMode.SelectRead)) return false;
            return _socket.Available > 0 ? true : throw Break(Lost(next, new EndOfStreamException()));
        }
        catch (SocketException e)
        {
            throw Break(Lost(next, e));
        }
    }

    private static bool IsStray(int code) => code is 125 or 150 or 225 or 226 or 426 or 450 or 451 or 551 or 552;

    private void ThrowIfBroken()
    {
        if (State == ControlState.Broken) throw new FtpConnectionException(Stage, $"The control connection to {Peer} is closed.");
    }

    private FtpConnectionException Lost(string what, Exception cause)
    {
        var how = cause switch
        {
            EndOfStreamException => "the server closed the control connection",
            OperationCanceledException => "stopped",
            _ => $"the control connection was lost ({SafeText.Escape(cause.Message)})",
        };
        return new FtpConnectionException(Stage, $"{what}: {how} ({Peer}).", cause);
    }

    private void Trace(FtpReply reply)
    {
        for (var i = 0; i < reply.Lines.Count; i++)
        {
            var separator = i < reply.Lines.Count - 1 ? '-' : ' ';
            _trace!(new FtpTraceLine(Id, FromServer: true, $"{reply.Code}{separator}{SafeText.Escape(reply.Lines[i])}"));
        }
    }
}
