using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Channels;
using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Protocol;

/// <summary>
/// A control connection: reads lines, sends replies. Lines are always read ahead, so that a client's close is detected even while a
/// transfer runs; they are handled one after the other, as vsftpd and ProFTPD do.
/// </summary>
internal sealed class ControlConnection : IDisposable
{
    private const int MaximumLine = 64 * 1024;
    private const int MaximumQueuedLines = 256;

    private readonly Socket _socket;
    private readonly LoopbackContext _server;
    private readonly Channel<ReceivedCommand> _lines = Channel.CreateBounded<ReceivedCommand>(MaximumQueuedLines);
    private readonly CancellationTokenSource _gone = new();
    private readonly object _gate = new();
    private bool _closed;
    private int _replies;

    public ControlConnection(Socket socket, int ordinal, LoopbackContext server)
    {
        _socket = socket;
        _server = server;
        Ordinal = ordinal;
        Local = (IPEndPoint)socket.LocalEndPoint!;
        Remote = (IPEndPoint)socket.RemoteEndPoint!;
        Gone = _gone.Token;
        socket.NoDelay = true;
    }

    public int Ordinal { get; }

    public IPEndPoint Local { get; }

    public IPEndPoint Remote { get; }

    /// <summary>Cancelled as soon as either side closed the connection.</summary>
    public CancellationToken Gone { get; }

    public ChannelReader<ReceivedCommand> Lines => _lines.Reader;

    public int FragmentBytes { get; set; }

    public TimeSpan FragmentDelay { get; set; }

    /// <summary>Reads lines until the connection ends.</summary>
    public async Task PumpAsync(CancellationToken cancellationToken)
    {
        try
        {
            var buffer = new byte[4096];
            var line = new List<byte>(128);
            while (true)
            {
                var count = await _socket.ReceiveAsync(buffer.AsMemory(), cancellationToken).ConfigureAwait(false);
                if (count == 0 || line.Count > MaximumLine) return;
                await SplitAsync(buffer.AsMemory(0, count), line, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException or ChannelClosedException)
        {
            // Either side closed: the same as an orderly end.
        }
        finally
        {
            _lines.Writer.TryComplete();
            await _gone.CancelAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Sends a reply, in fragments if configured. Does nothing after the connection has ended.</summary>
    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        var piece = FragmentBytes > 0 ? FragmentBytes : bytes.Length;
        Interlocked.Increment(ref _replies);
        try
        {
            for (var sent = 0; sent < bytes.Length && !_closed; sent += piece)
            {
                if (sent > 0 && FragmentDelay > TimeSpan.Zero)
                    await Task.Delay(FragmentDelay, _server.Time, cancellationToken).ConfigureAwait(false);
                await _server.Freeze.WaitAsync(Remote.Address, cancellationToken).ConfigureAwait(false);
                await _socket.SendAsync(bytes.Slice(sent, Math.Min(piece, bytes.Length - sent)), cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            Close(CloseKind.Fin);
        }
    }

    public void Close(CloseKind kind)
    {
        lock (_gate)
        {
            if (_closed) return;
            _closed = true;
        }
        SocketClosing.Close(_socket, kind);
        _lines.Writer.TryComplete();
    }

    public void Dispose()
    {
        Close(CloseKind.Fin);
        _gone.Dispose();
    }

    private async ValueTask SplitAsync(ReadOnlyMemory<byte> received, List<byte> line, CancellationToken cancellationToken)
    {
        var now = _server.Time.GetTimestamp();
        for (var i = 0; i < received.Length; i++)
        {
            var b = received.Span[i];
            if (b != '\n')
            {
                line.Add(b);
                continue;
            }
            if (line.Count > 0 && line[^1] == '\r') line.RemoveAt(line.Count - 1);
            var text = Encoding.Latin1.GetString([.. line]);
            line.Clear();
            var command = ReceivedCommand.Parse(text, now, Volatile.Read(ref _replies));
            await _lines.Writer.WriteAsync(command, cancellationToken).ConfigureAwait(false);
        }
    }
}
