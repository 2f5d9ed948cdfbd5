using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Protocol;

/// <summary>
/// A client's control connection: reads commands, sends replies. Commands are read ahead, so that ABOR and the client's close are seen
/// while a transfer runs.
/// </summary>
internal sealed class ControlConnection : IDisposable
{
    // A client that sends more without waiting for replies is not read from until they are handled.
    private const int MostAhead = 32;

    /// <summary>How long a client may take to accept the last reply before its connection is closed.</summary>
    public static readonly TimeSpan FarewellLimit = TimeSpan.FromSeconds(2);

    private readonly Socket _socket;
    private readonly TimeProvider _time;
    private readonly Channel<CommandLine> _lines = Channel.CreateBounded<CommandLine>(MostAhead);
    private readonly CancellationTokenSource _gone = new();
    private int _aborts;

    public ControlConnection(Socket socket, TimeProvider time)
    {
        (_socket, _time) = (socket, time);
        Local = (IPEndPoint)socket.LocalEndPoint!;
        Remote = (IPEndPoint)socket.RemoteEndPoint!;
        Gone = _gone.Token;
        socket.NoDelay = true;
        // Telnet's synch is sent as urgent data in front of ABOR.
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.OutOfBandInline, true);
    }

    /// <summary>This end.</summary>
    public IPEndPoint Local { get; }

    /// <summary>The client's end: data connections are accepted from and made to its address only.</summary>
    public IPEndPoint Remote { get; }

    /// <summary>Cancelled when either side has closed the connection.</summary>
    public CancellationToken Gone { get; }

    /// <summary>Whether an ABOR waits for its turn.</summary>
    public bool IsAborting => Volatile.Read(ref _aborts) > 0;

    /// <summary>Called from another thread when an ABOR has arrived; null while nothing is transferred.</summary>
    public Action? Aborted { get; set; }

    /// <summary>Reads commands until the connection ends.</summary>
    public async Task PumpAsync()
    {
        var splitter = new CommandSplitter();
        var buffer = new byte[4096];
        try
        {
            while (!splitter.IsBroken)
            {
                var count = await _socket.ReceiveAsync(buffer.AsMemory(), Gone).ConfigureAwait(false);
                if (count == 0) break;
                foreach (var line in splitter.Add(buffer.AsSpan(0, count)))
                {
                    if (line.Verb == "ABOR")
                    {
                        Interlocked.Increment(ref _aborts);
                        Aborted?.Invoke();
                    }
                    await _lines.Writer.WriteAsync(line, Gone).ConfigureAwait(false);
                }
            }
            if (splitter.IsBroken)
                await SendAsync(Replies.Of(500, $"The command is longer than {CommandSplitter.MaxLine} bytes, or not text."), FarewellLimit)
                    .ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // Either side has closed the connection.
        }
        finally
        {
            _lines.Writer.TryComplete();
            await _gone.CancelAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Returns the next command; null if the connection has ended.</summary>
    /// <param name="limit">How long to wait; zero if the time is over, also for commands that have arrived.</param>
    /// <exception cref="TimeoutException">The client sent no complete command in time.</exception>
    public async Task<CommandLine?> NextAsync(TimeSpan limit)
    {
        if (limit <= TimeSpan.Zero) throw new TimeoutException();
        var waiting = _lines.Reader.WaitToReadAsync(CancellationToken.None).AsTask();
        if (!await waiting.WaitAsync(limit, _time, CancellationToken.None).ConfigureAwait(false)) return null;
        if (!_lines.Reader.TryRead(out var line)) return null;
        if (line.Verb == "ABOR") Interlocked.Decrement(ref _aborts);
        return line;
    }

    /// <summary>Sends a reply. Does nothing after the connection has ended.</summary>
    /// <param name="reply">The reply.</param>
    /// <param name="limit">How long the client may take to accept it; then the connection is reset.</param>
    public async Task SendAsync(FtpReply reply, TimeSpan limit)
    {
        using var late = new CancellationTokenSource(limit, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, Gone);
        try
        {
            ReadOnlyMemory<byte> bytes = Replies.Encode(reply);
            while (!bytes.IsEmpty) bytes = bytes[await _socket.SendAsync(bytes, either.Token).ConfigureAwait(false)..];
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            if (late.IsCancellationRequested) Reset();
            await _gone.CancelAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Closes the connection in order: what was sent still arrives.</summary>
    public void Close()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The client was faster.
        }
        _socket.Dispose();
        // The pump may wait for room: a client that has sent more commands than are read ahead would keep its place.
        _gone.Cancel();
    }

    // A client that does not read would keep what was sent in the memory of this computer.
    private void Reset()
    {
        try
        {
            _socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection has just ended.
        }
        _socket.Dispose();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Close();
        _gone.Dispose();
    }
}
