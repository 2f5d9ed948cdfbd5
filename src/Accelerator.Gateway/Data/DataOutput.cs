using System.Net.Sockets;

namespace Accelerator.Gateway.Data;

/// <summary>
/// The data connection of a file or a listing: counts what the client's host has accepted, and fails if it accepts nothing for too long.
/// </summary>
/// <param name="socket">The connection; this object owns it.</param>
/// <param name="limit">How long the client may accept nothing.</param>
/// <param name="time">Clock.</param>
internal sealed class DataOutput(Socket socket, TimeSpan limit, TimeProvider time) : Stream
{
    private const int Slice = 64 << 10;

    private long _passed;

    /// <summary>Bytes accepted.</summary>
    public long Passed => Interlocked.Read(ref _passed);

    /// <summary>The connection, for data from the client.</summary>
    public Socket Socket => socket;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Sends bytes.</summary>
    /// <exception cref="IOException">The client closed the connection, or accepted nothing for too long.</exception>
    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        try
        {
            while (!buffer.IsEmpty)
            {
                var sending = socket.SendAsync(buffer[..Math.Min(Slice, buffer.Length)], SocketFlags.None, cancellationToken);
                var sent = sending.IsCompletedSuccessfully
                    ? sending.Result : await sending.AsTask().WaitAsync(limit, time, cancellationToken).ConfigureAwait(false);
                Interlocked.Add(ref _passed, sent);
                buffer = buffer[sent..];
            }
        }
        catch (TimeoutException e)
        {
            Reset();
            throw new IOException($"The client accepted no data for {limit.TotalSeconds:0} s", e);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            throw new IOException("The client closed the data connection", e);
        }
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
            while (await socket.ReceiveAsync(ignored.AsMemory(), cancellationToken).ConfigureAwait(false) > 0)
            {
                // Data from a client that only reads is dropped.
            }
            await Task.Delay(Timeout.InfiniteTimeSpan, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
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

    protected override void Dispose(bool disposing)
    {
        if (disposing) socket.Dispose();
        base.Dispose(disposing);
    }
}
