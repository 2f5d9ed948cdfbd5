using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using Accelerator.Ftp;
using Accelerator.Gateway.Listening;
using Accelerator.Gateway.Protocol;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Tls;

namespace Accelerator.Gateway.Http;

/// <summary>Serves clients that speak HTTP, or with a certificate HTTPS: one request for each connection (docs/decisions/0033).</summary>
internal sealed class HttpFront(GatewayContext context) : IClientFront
{
    private readonly GatewaySettings _settings = context.Settings;

    /// <inheritdoc/>
    public async Task ServeAsync(int number, Socket socket, CancellationToken stopping)
    {
        if (_settings.HttpCertificate is not { } certificate)
        {
            await ServeAsync(number, new HttpConnection(socket, null, _settings), stopping).ConfigureAwait(false);
            return;
        }
        if (await GreetAsync(number, socket, certificate, stopping).ConfigureAwait(false) is not { } tls) return;
        await using var open = tls.ConfigureAwait(false);
        await ServeAsync(number, new HttpConnection(socket, tls, _settings), stopping).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public Task RefuseAsync(Socket socket, string reason)
    {
        using (socket)
        {
            // With TLS the reason would need a handshake, for which this must not wait.
            if (_settings.HttpCertificate is not null) return Task.CompletedTask;
            // The answer fits into the socket's buffer, so that the client cannot delay the others.
            var text = Encoding.ASCII.GetBytes($"Refused: {reason}.\n");
            var head = new HttpHead(503).With("Content-Type", "text/plain").With("Content-Length", text.Length).With("Retry-After", "5");
            socket.SendTimeout = checked((int)ControlConnection.FarewellLimit.TotalMilliseconds);
            socket.Send([.. head.Encode(_settings.Time.GetUtcNow()), .. text]);
            socket.Shutdown(SocketShutdown.Send);
        }
        return Task.CompletedTask;
    }

    private async Task ServeAsync(int number, HttpConnection connection, CancellationToken stopping)
    {
        if (await connection.ReadAsync(stopping).ConfigureAwait(false) is { } request)
        {
            _settings.Report(new GatewayEvent.Request(number, connection.Remote, request.Shown));
            await new HttpExchange(number, request, connection, context).RunAsync(stopping).ConfigureAwait(false);
        }
        else if (connection.Refusal is var (status, sentence))
            _settings.Report(new GatewayEvent.RequestFailed(number, connection.Remote, "HTTP request", status, sentence));
        await connection.CloseAsync(stopping).ConfigureAwait(false);
    }

    // Null: the client is not served.
    private async Task<SslStream?> GreetAsync(int number, Socket socket, ServerCertificate certificate, CancellationToken stopping)
    {
        using var late = new CancellationTokenSource(_settings.LoginLimit, _settings.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, stopping);
        var client = (IPEndPoint)socket.RemoteEndPoint!;
        try
        {
            switch (await TlsGreeting.IsNextAsync(socket, either.Token).ConfigureAwait(false))
            {
                case null:
                    return null;
                case true:
                    return await TlsGreeting.AcceptAsync(socket, certificate, either.Token).ConfigureAwait(false);
            }
        }
        catch (AuthenticationException e)
        {
            _settings.Report(new GatewayEvent.Refused(number, client, $"the TLS handshake failed ({SafeText.Escape(e.Message)})"));
            return null;
        }
        catch (OperationCanceledException)
        {
            // Too slow, or the gateway stops.
            return null;
        }
        // The request is not read: what it asks for, and the token that it may carry, were sent in clear text.
        _settings.Report(new GatewayEvent.Refused(number, client, "the client does not use TLS"));
        var plain = new HttpConnection(socket, null, _settings);
        await plain.SayAsync(400, "This port needs TLS: write https:// in place of http://.", stopping).ConfigureAwait(false);
        await plain.CloseAsync(stopping).ConfigureAwait(false);
        return null;
    }
}
