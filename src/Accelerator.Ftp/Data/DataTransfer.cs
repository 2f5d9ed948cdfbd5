using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Data;

/// <summary>
/// A RETR or listing in progress, or a STOR that forwards a RETR. Read until the range is complete or the data ends, then call
/// <see cref="CompleteAsync"/> (the data ended by itself) or <see cref="AbandonAsync"/> (enough was read). The server's final reply is
/// reported and decides nothing: the reader counts the bytes.
/// </summary>
internal sealed class DataTransfer : IAsyncDisposable
{
    /// <summary>What <see cref="LacksCloseNotify"/> means, for messages.</summary>
    public const string NoCloseNotify = "the encrypted data connection ended without TLS's close_notify, so the data may have been cut off";

    // A 226 later than this will not arrive: a middlebox dropped the control connection's state during the transfer.
    private static readonly TimeSpan FinalReplyLimit = TimeSpan.FromSeconds(15);

    // Replies come within a round trip of the data's end, if at all.
    private TimeSpan ShortFinalLimit => TimeSpan.FromSeconds(Math.Max(2, 4 * Math.Min(_control.RoundTrip.TotalSeconds, 3)));

    private readonly ControlChannel _control;
    private readonly DataSocket _connection;
    private readonly WatchedTls? _tls;
    private readonly SilenceGuard _guard;
    private readonly WindowLimit? _window;
    private readonly string _what;
    private readonly ServerTraits _traits;
    private readonly TimeProvider _time;
    private PendingReply? _answer;
    private FtpReply? _final;
    private Exception? _aborted;
    private Task<FtpReply?>? _watch;
    private ReplyDeadline? _watchLimit;
    private volatile bool _isEmpty;
    private readonly object _watchLock = new();
    private bool _isClosed;

    /// <param name="control">The session's control connection.</param>
    /// <param name="connection">The data connection; this object takes ownership.</param>
    /// <param name="tls">Its TLS stream, or null.</param>
    /// <param name="answer">The pending reply to RETR if the data arrived first; this object takes ownership.</param>
    /// <param name="final">The reply to RETR if it was a final one.</param>
    /// <param name="what">The transfer as messages show it.</param>
    /// <param name="traits">What the site has learned about the server.</param>
    /// <param name="timeouts">Limits of silence.</param>
    /// <param name="time">The clock for the limits.</param>
    internal DataTransfer(ControlChannel control, DataSocket connection, WatchedTls? tls, PendingReply? answer, FtpReply? final,
        string what, ServerTraits traits, FtpTimeouts timeouts, TimeProvider time)
    {
        _control = control;
        _connection = connection;
        _tls = tls;
        _window = tls is null ? new WindowLimit() : null;
        _answer = answer;
        _final = final;
        _what = what;
        _traits = traits;
        _time = time;
        _guard = new SilenceGuard(timeouts, time, Expire, Watch);
    }

    /// <summary>One past the last byte to be received if the server has agreed to RANG; null if it sends to the end of the file.</summary>
    public long? RangeEnd { get; internal set; }

    /// <summary>
    /// The file's modification time as MDTM returned it before the first byte was sent; null if not requested or not returned.
    /// </summary>
    public string? Modified { get; internal set; }

    /// <summary>The reply with which the server has begun the transfer; null while there is none.</summary>
    internal FtpReply? Opening { get; set; }

    /// <summary>
    /// The number of bytes in the server's 150: <c>150 Opening BINARY mode data connection for a.bin (700 bytes).</c> Behind an offset some
    /// servers name the rest of the file (ProFTPD), others all of it (vsftpd). Null for none. Complete after <see cref="CompleteAsync"/>.
    /// </summary>
    internal long? Announced
    {
        get
        {
            var text = Opening?.Text ?? "";
            var end = text.LastIndexOf(" bytes)", StringComparison.OrdinalIgnoreCase);
            var number = end < 0 ? "" : text[(text.LastIndexOf('(', end) + 1)..end];
            return long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) ? bytes : null;
        }
    }

    /// <summary>
    /// Whether the server has ended the transfer by a reply without data, on a connection that it left open or did not encrypt. The size
    /// tells whether the file is empty.
    /// </summary>
    internal bool IsEmpty
    {
        get => _isEmpty;
        init => _isEmpty = value;
    }

    /// <summary>Bytes read so far.</summary>
    public long BytesRead { get; private set; }

    /// <summary>
    /// The last reply to the RETR that was read; null if there is none. After an early end it shows how the server reported that.
    /// </summary>
    public FtpReply? LastReply => _final;

    /// <summary>Completes with the reply to RETR if the data arrived first. The reply may be late, and is read in any case.</summary>
    internal Task Answered => _answer?.Reply ?? Task.CompletedTask;

    /// <summary>
    /// Whether an encrypted data connection has ended without TLS's close_notify: then its end is no evidence that the data was complete,
    /// whatever the server replied. False without TLS, where no end is evidence.
    /// </summary>
    public bool LacksCloseNotify { get; private set; }

    /// <summary>
    /// Whether the end of the data may count as the end of the file: the server confirmed it, and no attacker can have ended an encrypted
    /// connection. For data of unknown length; after <see cref="CompleteAsync"/>.
    /// </summary>
    public bool IsEndConfirmed => _final is { IsSuccess: true } && !LacksCloseNotify;

    /// <summary>
    /// After <see cref="CompleteAsync"/>: what the server replied, or what else was wrong with the end of the data, for messages.
    /// </summary>
    public string EndText =>
        _final is { IsSuccess: true } && LacksCloseNotify ? NoCloseNotify : _final?.ToString() ?? "no reply";

    /// <summary>
    /// After <see cref="CompleteAsync"/>: not null if the server closed an encrypted data connection unused because it did not resume the
    /// control connection's TLS session: vsftpd sends 522, ProFTPD 425.
    /// </summary>
    public FtpTlsException? TlsRefusal { get; private set; }

    /// <summary>
    /// Tells how many bytes are still wanted of a transfer that will be ended early, so that the server sends little more, and how many may
    /// be on the way (Linux, without TLS). To be called before each read.
    /// </summary>
    /// <param name="bytes">Bytes from the next one to the last one wanted; <see cref="long.MaxValue"/> for all.</param>
    /// <param name="inFlight">The most bytes on the way; <see cref="long.MaxValue"/>, the default, for no limit.</param>
    public void Want(long bytes, long inFlight = long.MaxValue)
    {
        if (RangeEnd is not null) bytes = long.MaxValue;
        try
        {
            _window?.Set(_connection.Socket, bytes, inFlight);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The next read reports the reason.
        }
    }

    /// <summary>
    /// Reads the available bytes, up to the buffer's length; 0 at the end of the data. Takes no token, because registering one adds a cost
    /// to every read: <see cref="Abort"/> ends a pending read from outside. Await it at once: after a read of a connection for much data
    /// the caller is on its thread, where the next read blocks.
    /// </summary>
    /// <exception cref="FtpTimeoutException">The server was silent for too long.</exception>
    /// <exception cref="FtpTlsException">The server was silent, and then demanded the control connection's TLS session.</exception>
    /// <exception cref="FtpConnectionException">The data connection was lost.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadAsync(Memory<byte> buffer)
    {
        if (_isEmpty) return EndEmpty();
        _guard.Waiting();
        try
        {
            var read = _tls is null
                ? await _connection.ReceiveAsync(buffer).ConfigureAwait(false)
                : await _tls.ReadAsync(buffer).ConfigureAwait(false);
            _guard.Received(read);
            if (read == 0 && _isEmpty) return EndEmpty();
            if (read == 0 && _aborted is { } reason) throw await ExplainAsync(reason).ConfigureAwait(false);
            if (read == 0) LacksCloseNotify = _tls is { LacksCloseNotify: true };
            BytesRead += read;
            if (read > 0 && _tls is not null && !_traits.TlsDataWorks) _traits.TlsDataWorked();
            return read;
        }
        catch (Exception e) when (_isEmpty && e is SocketException or IOException or ObjectDisposedException)
        {
            return EndEmpty();
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            throw await ExplainAsync(
                _aborted ?? new FtpConnectionException(
                    FtpStage.Data, $"{_what}: the data connection was lost after {BytesRead:N0} bytes ({SafeText.Escape(e.Message)}).", e))
                .ConfigureAwait(false);
        }
    }

    /// <summary>Reads until the buffer is full or the data ends.</summary>
    /// <returns>Bytes read; fewer than the buffer holds only at the end of the data.</returns>
    /// <exception cref="FtpException">As for <see cref="ReadAsync"/>.</exception>
    public async ValueTask<int> FillAsync(Memory<byte> buffer)
    {
        var filled = 0;
        while (filled < buffer.Length)
        {
            var read = await ReadAsync(buffer[filled..]).ConfigureAwait(false);
            if (read == 0) break;
            filled += read;
        }
        return filled;
    }

    /// <summary>
    /// Sends a block received from another server's transfer. A server that accepts no data for too long fails like a silent one.
    /// </summary>
    /// <exception cref="FtpException">As for <see cref="ReadAsync"/>.</exception>
    internal async Task SendAsync(ReadOnlyMemory<byte> block)
    {
        try
        {
            while (!block.IsEmpty)
            {
                _guard.Waiting();
                var sent = _tls is null ? await _connection.Socket.SendAsync(block, SocketFlags.None).ConfigureAwait(false)
                    : await SendEncryptedAsync(_tls, block).ConfigureAwait(false);
                _guard.Received(sent);
                block = block[sent..];
            }
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            throw _aborted ?? new FtpConnectionException(
                FtpStage.Data, $"{_what}: the data connection was lost while sending ({SafeText.Escape(e.Message)}).", e);
        }
    }

    /// <summary>Ends the outgoing data and waits until the server has received all of it and closed its side.</summary>
    /// <exception cref="FtpException">As for <see cref="ReadAsync"/>.</exception>
    internal async Task EndSendingAsync()
    {
        try
        {
            if (_tls is not null) await _tls.ShutdownAsync().ConfigureAwait(false);
            _connection.Socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            throw _aborted ?? new FtpConnectionException(
                FtpStage.Data, $"{_what}: the data connection was lost at the end ({SafeText.Escape(e.Message)}).", e);
        }
        // The server should send nothing here; anything it sends is ignored.
        await ReadAsync(new byte[1]).ConfigureAwait(false);
    }

    /// <summary>Returns what the operating system reports about the data connection now; callable from any thread.</summary>
    public TcpFacts PathFacts() => _control.FactsOf(_connection.Socket);

    /// <summary>Ends a pending read with this exception, from any thread. The first reason given is the one thrown.</summary>
    public void Abort(Exception reason)
    {
        Interlocked.CompareExchange(ref _aborted, reason, null);
        _connection.ResetAtClose();
        _connection.Dispose();
    }

    /// <summary>Reads the server's final reply after the data has ended.</summary>
    /// <returns>The reply, or null if none arrived and the session is dead. Never evidence that the data is complete.</returns>
    /// <exception cref="FtpProtocolException">What arrived is no reply: it is not known what the server has sent the data for.</exception>
    public async Task<FtpReply?> CompleteAsync(CancellationToken cancellationToken)
    {
        await CloseDataAsync().ConfigureAwait(false);
        try
        {
            await TakeWatchedAsync().ConfigureAwait(false);
            await TakeAnswerAsync(FinalReplyLimit, cancellationToken).ConfigureAwait(false);
            using var deadline = new ReplyDeadline(_traits.EndsSilently ? ShortFinalLimit : FinalReplyLimit, _time, cancellationToken);
            while (_final is null or { IsPreliminary: true })
            {
                if (await _control.TryReadReplyAsync(deadline, _what).ConfigureAwait(false) is not { } reply) break;
                _final = reply;
            }
            var isSilent = _final is null or { IsPreliminary: true };
            // The first time the connection counts as lost; then the server is known for it, and the session continues.
            if (isSilent && !_traits.EndsSilently)
                _control.Break(new FtpTimeoutException(FtpStage.Data, FinalReplyLimit, $"{_what}: no final reply came."));
            _traits.EndsSilently = isSilent;
            EndTransfer();
        }
        catch (FtpException e) when (e is not FtpProtocolException || _answer is null)
        {
            // The control connection is lost; the received bytes are judged without it.
        }
        return _final is { IsPreliminary: true } ? null : _final;
    }

    /// <summary>
    /// Ends the range early in the only way that works everywhere: close the data connection, accept whatever the server replies (426, 226,
    /// 451, a second 150, or nothing), and let the next command resynchronise. ABOR is useless here: vsftpd reads it only after the
    /// transfer.
    /// </summary>
    /// <param name="cancellationToken">Ends the wait for the reply.</param>
    /// <returns>Whether the session is still usable.</returns>
    /// <exception cref="OperationCanceledException">The wait was cancelled. The session may still be usable.</exception>
    public async Task<bool> AbandonAsync(CancellationToken cancellationToken)
    {
        _connection.ResetAtClose();
        await CloseDataAsync().ConfigureAwait(false);
        try
        {
            await TakeWatchedAsync().ConfigureAwait(false);
            var wait = TimeSpan.FromSeconds(Math.Max(1, Math.Min(_control.RoundTrip.TotalSeconds, 10) * 3));
            await TakeAnswerAsync(wait, cancellationToken).ConfigureAwait(false);
            // A cancelled wait leaves the session usable for the next file, whose first command takes the reply.
            using var deadline = new ReplyDeadline(wait, _time, CancellationToken.None);
            await using var hurry = cancellationToken.UnsafeRegister(
                static limit => ((ReplyDeadline)limit!).Expire(), deadline).ConfigureAwait(false);
            // One reply ends the wait, even a second 150: Pure-FTPd sends nothing else.
            if (_final is null or { IsPreliminary: true })
                _final = await _control.TryReadReplyAsync(deadline, _what).ConfigureAwait(false) ?? _final;
            EndTransfer();
            if (_final is null && cancellationToken.IsCancellationRequested) _control.Owe(wait);
        }
        catch (FtpException e) when (e is not FtpProtocolException || _answer is null)
        {
            // Dead; the caller checks State.
        }
        cancellationToken.ThrowIfCancellationRequested();
        return _control.State != ControlState.Broken;
    }

    /// <summary>Aborts an upload with a reset, because a server takes an orderly close for the end of the file.</summary>
    internal Task BreakOffAsync(CancellationToken cancellationToken)
    {
        try
        {
            _connection.Socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is already broken.
        }
        return AbandonAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _connection.ResetAtClose();
        await CloseDataAsync().ConfigureAwait(false);
        if (_control.State == ControlState.Waiting)
            _control.Break(new FtpConnectionException(FtpStage.Data, $"{_what}: left in the middle."));
        _answer?.Dispose();
    }

    // vsftpd sends its 522 only after our side of the encrypted connection has ended too. A TLS implementation that does not report the
    // server's close (Wine's SChannel) makes us wait for data until the limit; then our side is closed, and the reason arrives.
    private async ValueTask<Exception> ExplainAsync(Exception failure)
    {
        if (_tls is null || BytesRead > 0 || failure is not FtpTimeoutException) return failure;
        await TakeWatchedAsync().ConfigureAwait(false);
        _final ??= await TlsReuse.ReasonAsync(_control, _what, _time, CancellationToken.None).ConfigureAwait(false);
        NoteTlsRefusal();
        return TlsRefusal ?? failure;
    }

    private static async ValueTask<int> SendEncryptedAsync(SslStream tls, ReadOnlyMemory<byte> block)
    {
        // One record at a time, so that a stall is detected in the middle of a block.
        var record = block[..Math.Min(block.Length, 16 << 10)];
        await tls.WriteAsync(record).ConfigureAwait(false);
        return record.Length;
    }

    private async Task TakeAnswerAsync(TimeSpan limit, CancellationToken cancellationToken)
    {
        if (_answer is not { } answer) return;
        answer.Restart(limit);
        _final = await answer.Reply.WaitAsync(cancellationToken).ConfigureAwait(false);
        if (_final is { IsPreliminary: true }) Opening = _final;
        _answer = null;
        answer.Dispose();
    }

    // The session is of no more use: each of its data connections would be refused.
    private void NoteTlsRefusal()
    {
        if (_tls is null || BytesRead > 0 || TlsRefusal is not null || _final is not { Code: 522 or 425 } reply) return;
        TlsRefusal = TlsReuse.Demanded(_traits, _what, reply);
        _control.Break(TlsRefusal);
    }

    private void EndTransfer()
    {
        NoteTlsRefusal();
        // No transfer ends with these codes: the server answered the command sent behind it, and pyftpdlib has closed the data connection
        // for it.
        if (_final is { Code: 227 or 229 }) _traits.RefuseBehind();
        if (_final is { IsClosing: true }) _control.Break(new FtpConnectionException(FtpStage.Data, $"{_what}: {_final}"));
        _control.EndTransfer(mayStray: _final is null or { IsPreliminary: true });
    }

    private int EndEmpty()
    {
        LacksCloseNotify = _control.IsEncrypted;
        return 0;
    }

    // Some servers leave the data connection of an empty file or folder open, or send a refusal behind the 150: the reply tells.
    private void Watch()
    {
        lock (_watchLock)
        {
            if (_isClosed || _watch is not null || _answer is not null || _final is not null) return;
            _watchLimit = new ReplyDeadline(Timeout.InfiniteTimeSpan, _time, CancellationToken.None);
            _watch = WatchAsync(_watchLimit);
        }
    }

    private async Task<FtpReply?> WatchAsync(ReplyDeadline limit)
    {
        FtpReply? reply;
        try
        {
            reply = await _control.TryReadReplyAsync(limit, _what).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // Data may still come over the other connection.
            return null;
        }
        if (reply is null or { IsPreliminary: true }) return reply;
        // Data that was sent before the reply may be on its way still.
        await Task.Delay(SilenceGuard.QuietStart, _time, limit.Token)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (BytesRead == 0 && !limit.Token.IsCancellationRequested)
        {
            _isEmpty = true;
            _connection.ResetAtClose();
            _connection.Dispose();
        }
        return reply;
    }

    private async Task TakeWatchedAsync()
    {
        if (_watch is not { } watch) return;
        _watchLimit!.Expire();
        _watch = null;
        _final = await watch.ConfigureAwait(false) ?? _final;
        _watchLimit.Dispose();
    }

    private async ValueTask CloseDataAsync()
    {
        lock (_watchLock) _isClosed = true;
        _guard.Dispose();
        if (_tls is not null) await _tls.DisposeAsync().ConfigureAwait(false);
        _connection.Dispose();
    }

    private void Expire(TimeSpan limit, bool hadData) =>
        Abort(new FtpTimeoutException(FtpStage.Data, limit, hadData
            ? $"{_what}: the data stopped for {limit.TotalSeconds:0.#} s after {BytesRead:N0} bytes."
            : $"{_what}: no data came for {limit.TotalSeconds:0.#} s. If the server reads from tape, "
                + "increase --timeout-first-byte."));
}
