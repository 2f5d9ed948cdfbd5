using System.Threading.Channels;

namespace Accelerator.TestKit.Chaos;

/// <summary>One connection through a <see cref="ChaosProxy"/>: a socket on either side and a pump each way.</summary>
/// <param name="client">The client's side.</param>
/// <param name="server">The server's side.</param>
/// <param name="proxy">Plan, rules and pauses.</param>
/// <param name="ordinal">The ordinal among connections of the same kind, from 1.</param>
internal abstract class ChaosLink(Socket client, Socket server, ChaosProxy proxy, int ordinal) : IDisposable
{
    private const int PiecesOnTheWay = 8;

    private readonly CancellationTokenSource _silence = new();
    private volatile bool _isHalfClosed;
    private long _carried;

    /// <summary>Plan, rules and pauses.</summary>
    protected ChaosProxy Proxy { get; } = proxy;

    /// <summary>The ordinal among connections of the same kind, from 1.</summary>
    protected int Ordinal { get; } = ordinal;

    /// <summary>The largest piece in bytes; pieces have 1 to this many bytes. 0 = as they come.</summary>
    protected abstract int LargestPiece { get; }

    /// <summary>Carries bytes until both sides have ended.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _silence.Token);
        await Task.WhenAll(CarryAsync(client, server, fromServer: false, linked.Token), CarryAsync(server, client, fromServer: true, linked.Token));
        // A silenced link stays open until the proxy ends: closing it would notify one of the ends.
        if (_silence.IsCancellationRequested) await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Applies an action to this connection.</summary>
    public void Do(ChaosAct act)
    {
        switch (act)
        {
            case ChaosAct.Reset:
                Reset(client);
                Reset(server);
                break;
            case ChaosAct.HalfClose:
                _isHalfClosed = true;
                End(client);
                break;
            case ChaosAct.Silence:
                _silence.Cancel();
                break;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        client.Dispose();
        server.Dispose();
    }

    /// <summary>Resets the connection (RST): bytes that were not sent yet are lost.</summary>
    public static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(true, 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The other side has closed the connection already.
        }
        socket.Dispose();
    }

    /// <summary>Inspects received bytes, changes them, and returns the action to take when they have been forwarded.</summary>
    protected abstract IEnumerable<ChaosPiece> Pieces(ReadOnlyMemory<byte> bytes, bool fromServer);

    private async Task CarryAsync(Socket from, Socket to, bool fromServer, CancellationToken cancellationToken)
    {
        var way = Channel.CreateBounded<ChaosPiece>(PiecesOnTheWay);
        var sending = SendAsync(way.Reader, to, fromServer, cancellationToken);
        try
        {
            var buffer = new byte[64 << 10];
            while (await from.ReceiveAsync(buffer, SocketFlags.None, cancellationToken) is > 0 and var count)
                foreach (var piece in Pieces(buffer.AsSpan(0, count).ToArray(), fromServer)) await way.Writer.WriteAsync(piece, cancellationToken);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException or ChannelClosedException)
        {
            // Closed, reset or silenced: the other side is notified by the end of the sending, or not at all.
        }
        way.Writer.TryComplete();
        await sending;
        // The client has taken the FIN for the end; the server, which was not notified, is still sending.
        if (!fromServer && _isHalfClosed) Do(ChaosAct.Reset);
    }

    private async Task SendAsync(ChannelReader<ChaosPiece> way, Socket to, bool fromServer, CancellationToken cancellationToken)
    {
        // One generator for each direction: the bytes in one direction do not change the pieces of the other.
        var random = new Random(unchecked((Proxy.Plan.Seed * 397) ^ (Ordinal * 2) ^ (fromServer ? 1 : 0)));
        try
        {
            await foreach (var piece in way.ReadAllAsync(cancellationToken))
            {
                var left = Proxy.Plan.Latency - Stopwatch.GetElapsedTime(piece.Came);
                // The delay that the rule asks for, in real time because both ends may be real processes.
                if (left > TimeSpan.Zero) await Task.Delay(left, cancellationToken);
                await SendAsync(piece.Bytes, to, random, fromServer, cancellationToken);
                if (piece.Then is not { } act) continue;
                Proxy.Rules.Note($"{act} at {piece.Why}");
                Do(act);
                if (act == ChaosAct.HalfClose) return;
            }
            End(to);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            Do(ChaosAct.Reset);
        }
        catch (OperationCanceledException)
        {
            // The link was silenced, or the proxy ends.
        }
    }

    private async Task SendAsync(ReadOnlyMemory<byte> bytes, Socket to, Random random, bool fromServer, CancellationToken cancellationToken)
    {
        for (var sent = 0; sent < bytes.Length;)
        {
            var most = bytes.Length - sent;
            var count = LargestPiece == 0 ? Math.Min(most, 64 << 10) : Math.Min(most, random.Next(LargestPiece) + 1);
            await Proxy.WhilePausedAsync(cancellationToken);
            await to.SendAsync(bytes.Slice(sent, count), SocketFlags.None, cancellationToken);
            sent += count;
            if (!fromServer) continue;
            _carried += count;
            // The rate that the rule asks for, in real time for the same reason.
            if (RateNow(_carried) is { } rate) await Task.Delay(TimeSpan.FromSeconds((double)count / rate), cancellationToken);
        }
    }

    /// <summary>Bytes per second now; null = no limit.</summary>
    protected virtual long? RateNow(long carried) => null;

    private static void End(Socket socket)
    {
        try
        {
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection has ended already.
        }
    }
}
