using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Http;

/// <summary>A client's connection, for one request and its answer.</summary>
/// <param name="socket">The connection; the caller disposes of it.</param>
/// <param name="tls">Its TLS; null for none. The caller disposes of it.</param>
/// <param name="settings">The settings.</param>
internal sealed class HttpConnection(Socket socket, SslStream? tls, GatewaySettings settings)
{
    // More than any request has behind its head.
    private const int MostIgnored = 64 << 10;

    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(2);

    private bool _isOver;

    /// <summary>This end.</summary>
    public IPEndPoint Local { get; } = (IPEndPoint)socket.LocalEndPoint!;

    /// <summary>The client.</summary>
    public IPEndPoint Remote { get; } = (IPEndPoint)socket.RemoteEndPoint!;

    /// <summary>The status and the sentence of the answer to a request that was malformed or too slow; null otherwise.</summary>
    public (int Status, string Sentence)? Refusal { get; private set; }

    /// <summary>Reads a request; answers one that is malformed or too slow.</summary>
    /// <returns>Null if there is none.</returns>
    public async Task<HttpRequest?> ReadAsync(CancellationToken cancellationToken)
    {
        var reader = new HttpRequestReader();
        using var late = new CancellationTokenSource(settings.LoginLimit, settings.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        var buffer = new byte[4096];
        try
        {
            while (!reader.IsOver)
            {
                var count = await ReceiveAsync(buffer, either.Token).ConfigureAwait(false);
                if (count == 0) return null;
                reader.Add(buffer.AsSpan(0, count));
            }
        }
        catch (OperationCanceledException) when (late.IsCancellationRequested)
        {
            Refusal = (408, $"The request was not complete within {settings.LoginLimit.TotalSeconds:0.#} s.");
            await SayAsync(408, Refusal.Value.Sentence, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (Exception e) when (e is SocketException or IOException or OperationCanceledException)
        {
            return null;
        }
        if (reader.Refusal is not var (status, sentence)) return reader.Request;
        Refusal = (status, sentence);
        var head = status == 405 ? HttpHead.MethodNotAllowed() : new HttpHead(status);
        await SayAsync(head, sentence, reader.IsHead, cancellationToken).ConfigureAwait(false);
        return null;
    }

    /// <summary>Sends an answer of one sentence.</summary>
    public Task SayAsync(int status, string sentence, CancellationToken cancellationToken) =>
        SayAsync(new HttpHead(status), sentence, isHead: false, cancellationToken);

    /// <summary>Sends an answer of one sentence.</summary>
    /// <param name="head">Its head, without the fields of the body.</param>
    /// <param name="sentence">The sentence.</param>
    /// <param name="isHead">Whether the request is HEAD, which has no body.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public Task SayAsync(HttpHead head, string sentence, bool isHead, CancellationToken cancellationToken) =>
        SayAsync(
            head.With("Content-Type", "text/plain; charset=utf-8"), Encoding.UTF8.GetBytes(sentence + "\n"), isHead, cancellationToken);

    /// <summary>Sends an answer.</summary>
    /// <inheritdoc cref="SayAsync(HttpHead, string, bool, CancellationToken)"/>
    public Task SayAsync(HttpHead head, byte[] body, bool isHead, CancellationToken cancellationToken) =>
        SayAsync(head.With("Content-Length", body.Length), isHead ? [] : body, cancellationToken);

    /// <summary>Sends a complete head and what follows it.</summary>
    public async Task SayAsync(HttpHead head, byte[] rest, CancellationToken cancellationToken)
    {
        try
        {
            var output = new DataOutput(socket, settings.IdleLimit, settings.Time) { Tls = tls };
            await output.WriteAsync((byte[])[.. head.Encode(settings.Time.GetUtcNow()), .. rest], cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            // The client is gone, or the gateway stops.
        }
    }

    /// <summary>Returns a stream for a body of a known length, which sends the head in front of its first byte.</summary>
    public DataOutput Body(HttpHead head, long length) => new(
        socket, settings.IdleLimit, settings.Time, head.With("Content-Length", length).Encode(settings.Time.GetUtcNow()))
    {
        Announced = length, Tls = tls,
    };

    /// <summary>Ends an incomplete answer with a reset.</summary>
    /// <param name="body">The body.</param>
    public void Reset(DataOutput body)
    {
        _isOver = true;
        body.Reset();
    }

    /// <summary>
    /// Closes the connection in order. What the client still sends is read for a while: a socket that is closed with unread bytes resets
    /// the connection, and the client may lose the end of its answer.
    /// </summary>
    public async Task CloseAsync(CancellationToken cancellationToken)
    {
        if (_isOver) return;
        _isOver = true;
        using var late = new CancellationTokenSource(CloseLimit, settings.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        try
        {
            if (tls is not null) await tls.ShutdownAsync().WaitAsync(either.Token).ConfigureAwait(false);
            socket.Shutdown(SocketShutdown.Send);
            var buffer = new byte[4096];
            for (var read = 0; read < MostIgnored;)
            {
                var count = await socket.ReceiveAsync(buffer.AsMemory(), either.Token).ConfigureAwait(false);
                if (count == 0) return;
                read += count;
            }
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException or OperationCanceledException)
        {
            // The client was faster, or keeps its side open.
        }
    }

    private ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken) => tls is null
        ? socket.ReceiveAsync(buffer, SocketFlags.None, cancellationToken) : tls.ReadAsync(buffer, cancellationToken);
}
