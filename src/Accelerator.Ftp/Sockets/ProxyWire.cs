using System.Net.Sockets;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// The reads and writes of a proxy handshake. With <paramref name="isBlocking"/> every call completes on the calling thread, so that the
/// socket is never used asynchronously (docs/decisions/0020-blocking-readers.md).
/// </summary>
/// <param name="socket">A socket connected to the proxy.</param>
/// <param name="isBlocking">Whether blocking calls are used; disposing of the socket ends them.</param>
/// <param name="cancellationToken">Ends the asynchronous calls.</param>
internal sealed class ProxyWire(Socket socket, bool isBlocking, CancellationToken cancellationToken)
{
    /// <summary>Sends all bytes.</summary>
    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var sent = isBlocking
                ? socket.Send(bytes.Span, SocketFlags.None)
                : await socket.SendAsync(bytes, SocketFlags.None, cancellationToken).ConfigureAwait(false);
            bytes = bytes[sent..];
        }
    }

    /// <summary>Fills the buffer and reads no byte beyond it: the bytes that follow are the server's.</summary>
    /// <exception cref="EndOfStreamException">The proxy closed the connection first.</exception>
    public async ValueTask FillAsync(Memory<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            var read = isBlocking
                ? socket.Receive(buffer.Span, SocketFlags.None)
                : await socket.ReceiveAsync(buffer, SocketFlags.None, cancellationToken).ConfigureAwait(false);
            if (read == 0) throw new EndOfStreamException();
            buffer = buffer[read..];
        }
    }

    /// <summary>Returns a wrong reply for a message: its first bytes and what has arrived behind them, 60 bytes at most.</summary>
    public string Show(ReadOnlySpan<byte> first)
    {
        var shown = new byte[60];
        first = first[..Math.Min(first.Length, shown.Length)];
        first.CopyTo(shown);
        var more = Math.Min(socket.Available, shown.Length - first.Length);
        var read = more > 0 ? socket.Receive(shown, first.Length, more, SocketFlags.None) : 0;
        return SafeText.Escape(System.Text.Encoding.Latin1.GetString(shown, 0, first.Length + read));
    }
}
