using System.Net.Security;
using System.Net.Sockets;

namespace Accelerator.Gateway.Data;

/// <summary>
/// The data connection of a file or a listing: counts what the client's host has accepted, and fails if it accepts nothing for too long.
/// </summary>
/// <param name="socket">The connection; this object owns it.</param>
/// <param name="limit">How long the client may accept nothing.</param>
/// <param name="time">Clock.</param>
/// <param name="head">Sent in front of the first byte and not counted; empty for none.</param>
internal sealed class DataOutput(Socket socket, TimeSpan limit, TimeProvider time, ReadOnlyMemory<byte> head = default) : Stream
{
    /// <summary>The sentence for a client that closed its connection.</summary>
    public const string ClientLeft = "The client ended the transfer.";

    private const int Slice = 64 << 10;

    private long _passed;
    private ReadOnlyMemory<byte> _head = head;
    private long _taken;
    private byte _last;

    /// <summary>Bytes accepted.</summary>
    public long Passed => Interlocked.Read(ref _passed);

    /// <summary>Whether the head has been sent, or a part of it.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>How the client ended the transfer, one sentence; null if it did not.</summary>
    public string? EndedByClient { get; private set; }

    /// <summary>
    /// The length that the client was told, bytes; null, the default, for none. The last byte is then sent by <see cref="FinishAsync"/>, so
    /// that no other file of this length is taken for complete.
    /// </summary>
    public long? Announced { get; init; }

    /// <summary>The TLS of the connection, through which the bytes are sent; null, the default, for none.</summary>
    public SslStream? Tls { get; init; }

    /// <summary>The connection, for data from the client.</summary>
    public Socket Socket => socket;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Sends bytes, and the head in front of the first.</summary>
    /// <exception cref="IOException">The client closed the connection, or accepted nothing for too long.</exception>
    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (Announced is { } length && !buffer.IsEmpty)
        {
            if (buffer.Length > length - _taken) throw new IOException("The file is longer than the server had reported");
            _taken += buffer.Length;
            if (_taken == length) (_last, buffer) = (buffer.Span[^1], buffer[..^1]);
        }
        await PassAsync(buffer, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Sends what is held back of an announced length; of an empty file, the head.</summary>
    /// <exception cref="IOException">Bytes are missing, or the client closed the connection.</exception>
    public async Task FinishAsync(CancellationToken cancellationToken)
    {
        if (_taken < Announced) throw new IOException("The file is shorter than the server had reported");
        await PassAsync(Announced > 0 ? new[] { _last } : default(ReadOnlyMemory<byte>), cancellationToken).ConfigureAwait(false);
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <summary>Ends the data in order.</summary>
    public void End()
    {
        try
        {
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The client was faster; it has what it wanted.
        }
        socket.Dispose();
    }

    /// <summary>
    /// Ends the data with a reset: a client takes an orderly end for the end of the file. Data that is not sent yet is discarded.
    /// </summary>
    public void Reset()
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is already broken.
        }
        socket.Dispose();
    }

    /// <summary>Completes when the client has reset the connection; an orderly close alone ends nothing, because a client that only reads
    /// may close its own direction.</summary>
    public async Task BrokenAsync(CancellationToken cancellationToken)
    {
        var ignored = new byte[256];
        try
        {
            while (await ReceiveAsync(ignored, cancellationToken).ConfigureAwait(false) > 0)
            {
                // Data from a client that only reads is dropped.
            }
            await Task.Delay(Timeout.InfiniteTimeSpan, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException or OperationCanceledException)
        {
            // Broken, or the transfer is over.
        }
    }

    public override void Flush()
    {
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private async ValueTask PassAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
        try
        {
            HasBegun = true;
            while (!_head.IsEmpty) _head = _head[await SendAsync(_head, cancellationToken).ConfigureAwait(false)..];
            while (!buffer.IsEmpty)
            {
                var sent = await SendAsync(buffer, cancellationToken).ConfigureAwait(false);
                Interlocked.Add(ref _passed, sent);
                buffer = buffer[sent..];
            }
        }
        catch (TimeoutException e)
        {
            Reset();
            var message = $"The client accepted no data for {limit.TotalSeconds:0} s";
            EndedByClient = $"{message}.";
            throw new IOException(message, e);
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            EndedByClient = ClientLeft;
            throw new IOException("The client closed the data connection", e);
        }
    }

    private ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken) => Tls is { } tls
        ? tls.ReadAsync(buffer, cancellationToken) : socket.ReceiveAsync(buffer, SocketFlags.None, cancellationToken);

    private ValueTask<int> SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        var slice = bytes[..Math.Min(Slice, bytes.Length)];
        var sending = Tls is { } tls
            ? EncryptAsync(tls, slice, cancellationToken) : socket.SendAsync(slice, SocketFlags.None, cancellationToken);
        return sending.IsCompletedSuccessfully
            ? sending : new ValueTask<int>(sending.AsTask().WaitAsync(limit, time, cancellationToken));
    }

    private static async ValueTask<int> EncryptAsync(SslStream tls, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await tls.WriteAsync(bytes, cancellationToken).ConfigureAwait(false);
        return bytes.Length;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) socket.Dispose();
        base.Dispose(disposing);
    }
}
