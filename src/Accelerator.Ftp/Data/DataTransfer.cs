using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Data;

/// <summary>
/// A RETR under way. Read until the range is full or the data ends, then call <see cref="CompleteAsync"/> (the data ended by itself) or
/// <see cref="AbandonAsync"/> (enough was read). What the server says at the end is reported and decides nothing: bytes are counted by the reader.
/// </summary>
public sealed class DataTransfer : IAsyncDisposable
{
    // A 226 that does not come within this time will not come: the control connection was forgotten by a middlebox during the transfer.
    private static readonly TimeSpan FinalReplyLimit = TimeSpan.FromSeconds(15);

    private readonly ControlChannel _control;
    private readonly Socket _socket;
    private readonly SslStream? _tls;
    private readonly SilenceGuard _guard;
    private readonly string _what;
    private Task<FtpReply>? _preliminary;
    private FtpReply? _final;
    private Exception? _aborted;

    internal DataTransfer(ControlChannel control, Socket socket, SslStream? tls, Task<FtpReply>? preliminary, FtpReply? final, string what, FtpTimeouts timeouts, TimeProvider time)
    {
        _control = control;
        _socket = socket;
        _tls = tls;
        _preliminary = preliminary;
        _final = final;
        _what = what;
        _guard = new SilenceGuard(timeouts, time, Expire);
    }

    /// <summary>Bytes read so far.</summary>
    public long BytesRead { get; private set; }

    /// <summary>
    /// Reads what is there, up to the buffer's length; 0 at the end of the data. Takes no token, because registering one costs on every
    /// read: <see cref="Abort"/> ends a pending read from outside.
    /// </summary>
    /// <exception cref="FtpTimeoutException">The server was silent too long.</exception>
    /// <exception cref="FtpConnectionException">The data connection was lost.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadAsync(Memory<byte> buffer)
    {
        _guard.Waiting();
        try
        {
            var read = _tls is null
                ? await _socket.ReceiveAsync(buffer, SocketFlags.None).ConfigureAwait(false)
                : await _tls.ReadAsync(buffer).ConfigureAwait(false);
            _guard.Received();
            BytesRead += read;
            return read;
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            throw _aborted ?? new FtpConnectionException(FtpStage.Data, $"{_what}: the data connection was lost after {BytesRead} bytes ({SafeText.Escape(e.Message)}).", e);
        }
    }

    /// <summary>Ends a pending read with this exception, from any thread. The first reason given is the one that is thrown.</summary>
    public void Abort(Exception reason)
    {
        Interlocked.CompareExchange(ref _aborted, reason, null);
        _socket.Dispose();
    }

    /// <summary>The data has ended: reads the server's final reply.</summary>
    /// <returns>The reply, or null when none came and the session is dead. Never evidence that the data is whole.</returns>
    public async Task<FtpReply?> CompleteAsync(CancellationToken cancellationToken)
    {
        await CloseDataAsync().ConfigureAwait(false);
        try
        {
            if (await TakePreliminaryAsync(cancellationToken).ConfigureAwait(false) is { IsPreliminary: false } early) _final ??= early;
            while (_final is null or { IsPreliminary: true })
                _final = await _control.ReadReplyAsync(FinalReplyLimit, _what, cancellationToken).ConfigureAwait(false);
            if (_final.IsClosing) _control.Break(new FtpReplyException(_what, "RETR", _final));
            _control.EndTransfer(mayStray: false);
        }
        catch (FtpException)
        {
            // The control connection is gone; the bytes that came are judged without it.
        }
        return _final;
    }

    /// <summary>
    /// Ends the range early, the only way that works everywhere: close the data connection, take whatever the server says (426, 226, 451,
    /// a second 150, or nothing), and let the next command resynchronise. ABOR is useless here: vsftpd reads it when the transfer is over.
    /// </summary>
    /// <returns>Whether the session can go on.</returns>
    public async Task<bool> AbandonAsync(CancellationToken cancellationToken)
    {
        await CloseDataAsync().ConfigureAwait(false);
        try
        {
            await TakePreliminaryAsync(cancellationToken).ConfigureAwait(false);
            if (_final is null)
            {
                var wait = TimeSpan.FromSeconds(Math.Max(1, Math.Min(_control.RoundTrip.TotalSeconds, 10) * 3));
                _final = await _control.TryReadReplyAsync(wait, cancellationToken).ConfigureAwait(false);
            }
            if (_final is { IsClosing: true }) _control.Break(new FtpReplyException(_what, "RETR", _final));
            _control.EndTransfer(mayStray: true);
        }
        catch (FtpException)
        {
            // Dead; the caller asks State.
        }
        return _control.State != ControlState.Broken;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await CloseDataAsync().ConfigureAwait(false);
        if (_control.State == ControlState.Waiting)
            _control.Break(new FtpConnectionException(FtpStage.Data, $"{_what}: left in the middle."));
        if (_preliminary is { } pending) await ((Task)pending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task<FtpReply?> TakePreliminaryAsync(CancellationToken cancellationToken)
    {
        if (_preliminary is not { } pending) return null;
        _preliminary = null;
        return await pending.WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask CloseDataAsync()
    {
        _guard.Dispose();
        if (_tls is not null) await _tls.DisposeAsync().ConfigureAwait(false);
        _socket.Dispose();
    }

    private void Expire(TimeSpan limit, bool hadData) =>
        Abort(new FtpTimeoutException(FtpStage.Data, limit, hadData
            ? $"{_what}: the data stopped for {limit.TotalSeconds:0.#} s after {BytesRead} bytes."
            : $"{_what}: no data came for {limit.TotalSeconds:0.#} s. If the archive fetches from tape, allow more with --timeout-first-byte."));
}
