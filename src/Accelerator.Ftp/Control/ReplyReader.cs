using System.Net.Security;
using System.Security.Authentication;

namespace Accelerator.Ftp.Control;

/// <summary>Reads replies from a stream through one small buffer.</summary>
/// <param name="stream">The connection.</param>
/// <param name="time">Clock; null for the system's.</param>
/// <param name="endings">The unusual ends of replies that the server is known for; null for none.</param>
internal sealed class ReplyReader(Stream stream, TimeProvider? time = null, ReplyEndings? endings = null)
{
    /// <summary>How long nothing must follow a line for it to end a reply that began with another code of its class.</summary>
    public static readonly TimeSpan Quiet = TimeSpan.FromSeconds(3);

    private const int Drop = ReplyParser.MaxLineLength / 2;

    private readonly byte[] _buffer = new byte[ReplyParser.MaxLineLength + 2];
    private readonly ReplyParser _parser = new(endings);
    private int _start;
    private int _end;
    private int _dropped;

    // In TLS 1.3, bytes at the socket need not be a reply: servers send session tickets after the handshake.
    private readonly bool _hasTickets = stream is SslStream { SslProtocol: SslProtocols.Tls13 };

    // A cancelled read makes SslStream unusable. So a read over TLS continues when a wait for it has ended, and the next wait takes it.
    private Task<int>? _pending;

    /// <summary>The connection that the replies arrive on.</summary>
    public Stream Stream => stream;

    /// <summary>Returns the lines of text that came before the last reply, and forgets them.</summary>
    public IReadOnlyList<string> TakeSkipped() => _parser.TakeSkipped();

    /// <summary>Whether unread bytes are buffered. After AUTH TLS there must be none (CVE-2021-22947).</summary>
    public bool HasBuffered => _end > _start || _pending is { IsCompleted: true };

    /// <summary>Whether a read over TLS, whose wait has ended, takes what arrives at the socket.</summary>
    public bool IsReading => _pending is not null;

    /// <summary>Returns whether bytes at the socket, which have arrived, may be those of a reply.</summary>
    public bool MayBeReply()
    {
        if (!_hasTickets) return true;
        if (_pending is null)
        {
            MakeRoom();
            // It reads the tickets and still waits for data; the next wait takes it over.
            Observe(_pending = stream.ReadAsync(_buffer.AsMemory(_end), CancellationToken.None).AsTask());
        }
        return _pending.IsCompleted;
    }

    /// <summary>Reads one reply. After a cancelled wait the next one begins where it stopped, also over TLS.</summary>
    /// <exception cref="EndOfStreamException">The server closed the connection.</exception>
    /// <exception cref="FtpProtocolException">The received data is not FTP.</exception>
    public async ValueTask<FtpReply> ReadAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (TakeBufferedReply() is { } reply) return reply;
            int read;
            if (!_parser.MayHaveEnded || _end > _start) read = await ReceiveAsync(cancellationToken).ConfigureAwait(false);
            else if (await ReceiveSoonAsync(cancellationToken).ConfigureAwait(false) is { } more) read = more;
            else return _parser.End();
            if (read == 0) throw new EndOfStreamException();
            _end += read;
        }
    }

    // Null if nothing has arrived.
    private async ValueTask<int?> ReceiveSoonAsync(CancellationToken cancellationToken)
    {
        using var quiet = new CancellationTokenSource(Quiet, time ?? TimeProvider.System);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(quiet.Token, cancellationToken);
        try
        {
            return await ReceiveAsync(both.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }

    private ValueTask<int> ReceiveAsync(CancellationToken cancellationToken)
    {
        if (_pending is null) MakeRoom();
        return stream is SslStream
            ? ReceiveEncryptedAsync(cancellationToken) : stream.ReadAsync(_buffer.AsMemory(_end), cancellationToken);
    }

    private async ValueTask<int> ReceiveEncryptedAsync(CancellationToken cancellationToken)
    {
        var pending = _pending ??= stream.ReadAsync(_buffer.AsMemory(_end), CancellationToken.None).AsTask();
        try
        {
            var read = await pending.WaitAsync(cancellationToken).ConfigureAwait(false);
            _pending = null;
            return read;
        }
        catch (OperationCanceledException)
        {
            Observe(pending);
            throw;
        }
    }

    // The read fails when the connection is closed, and there may be no further wait that would observe it.
    private static void Observe(Task<int> pending) => _ = pending.ContinueWith(
        static read => read.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);

    private FtpReply? TakeBufferedReply()
    {
        while (true)
        {
            var unread = _buffer.AsSpan(_start, _end - _start);
            var lineEnd = unread.IndexOf((byte)'\n');
            if (lineEnd < 0)
            {
                // A non-FTP server may never send a line end: check the first bytes, enough of them to recognize "HTTP/".
                var start = ReplyParser.WithoutTelnet(unread);
                if (!_parser.IsInside && !_parser.MaySkip && start.TrimStart(" \t\r"u8).Length >= 5) RejectIfNotAReply(start);
                return null;
            }
            _start += lineEnd + 1;
            _dropped = 0;
            if (_parser.Take(unread[..lineEnd]) is { } reply) return reply;
        }
    }

    private void MakeRoom()
    {
        _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
        (_start, _end) = (0, _end - _start);
        if (_end < _buffer.Length) return;
        // What follows the first bytes of a line is lost; nothing that decides stands so far behind.
        if (_dropped >= ReplyParser.MaxReplyLength)
            throw new FtpProtocolException(
                $"The server sent a line of more than {ReplyParser.MaxReplyLength / 1024} KiB; the session was ended.");
        _end -= Drop;
        _dropped += Drop;
    }

    private static void RejectIfNotAReply(ReadOnlySpan<byte> start)
    {
        if (!char.IsAsciiDigit((char)start[0]) || !char.IsAsciiDigit((char)start[1]) || !char.IsAsciiDigit((char)start[2]))
            new ReplyParser().Take(start);
    }
}
