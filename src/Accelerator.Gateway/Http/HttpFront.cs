using System.Net;
using System.Net.Sockets;
using System.Text;
using Accelerator.Gateway.Listening;
using Accelerator.Gateway.Protocol;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Http;

/// <summary>Serves clients that speak HTTP: one request for each connection (docs/decisions/0033).</summary>
internal sealed class HttpFront(GatewayContext context) : IClientFront
{
    /// <inheritdoc/>
    public async Task ServeAsync(int number, Socket socket, CancellationToken stopping)
    {
        var connection = new HttpConnection(socket, context.Settings);
        if (await connection.ReadAsync(stopping).ConfigureAwait(false) is { } request)
        {
            var client = (IPEndPoint)socket.RemoteEndPoint!;
            context.Settings.Report(new GatewayEvent.Request(number, client, $"{request.Method} {request.Target}"));
            await new HttpExchange(number, request, connection, context).RunAsync(stopping).ConfigureAwait(false);
        }
        await connection.CloseAsync(stopping).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public Task RefuseAsync(Socket socket, string reason)
    {
        using (socket)
        {
            // The answer fits into the socket's buffer, so that the client cannot delay the others.
            var text = Encoding.ASCII.GetBytes($"Refused: {reason}.\n");
            var head = new HttpHead(503).With("Content-Type", "text/plain").With("Content-Length", text.Length).With("Retry-After", "5");
            socket.Send([.. head.Encode(context.Settings.Time.GetUtcNow()), .. text]);
            socket.Shutdown(SocketShutdown.Send);
        }
        return Task.CompletedTask;
    }
}
