using System.Net;
using Accelerator.Gateway.Http;
using Accelerator.Gateway.Listening;
using Accelerator.Gateway.Protocol;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway;

/// <summary>
/// A local FTP server, and on request an HTTP server, whose files are those of remote servers, fetched by the engine over parallel
/// connections and sent to clients in order (docs/decisions/0031).
/// </summary>
public sealed class GatewayServer : IAsyncDisposable
{
    private readonly GatewayContext _context;
    private readonly ClientListener _ftp;
    private readonly ClientListener? _http;
    private int _count;
    private bool _isDisposed;

    private GatewayServer(GatewaySettings settings)
    {
        _context = new GatewayContext(settings);
        _http = settings.Http is { } http ? new ClientListener(http, settings, new HttpFront(_context), Next) : null;
        try
        {
            _ftp = new ClientListener(settings.Listen, settings, new FtpFront(_context), Next);
        }
        catch (ListenException)
        {
            if (_http is { } open) _ = open.DisposeAsync().AsTask();
            throw;
        }

        int Next() => Interlocked.Increment(ref _count);
    }

    /// <summary>The endpoint for FTP, including the assigned port.</summary>
    public IPEndPoint EndPoint => _ftp.EndPoint;

    /// <summary>The endpoint for HTTP, including the assigned port; null if there is none.</summary>
    public IPEndPoint? HttpEndPoint => _http?.EndPoint;

    /// <summary>The address for HTTP clients, <c>https://127.0.0.1:8443/</c>; null if there is none.</summary>
    public string? HttpAddress =>
        HttpEndPoint is { } at ? $"{(_context.Settings.HttpCertificate is null ? "http" : "https")}://{at}/" : null;

    /// <summary>The number of connected clients.</summary>
    public int Clients => _ftp.Count + (_http?.Count ?? 0);

    /// <summary>Starts a gateway; it is listening when this returns.</summary>
    /// <exception cref="ArgumentException">
    /// Clients could reach any server, other computers could use the gateway, or FTP and HTTP have the same port.
    /// </exception>
    /// <exception cref="ListenException">An endpoint is not available.</exception>
    public static GatewayServer Start(GatewaySettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings is { Upstream: null, Allowed.Count: 0 })
            throw new ArgumentException("Without a fixed server, the servers that clients may name must be listed.", nameof(settings));
        if (!IPAddress.IsLoopback(settings.Listen.Address) && settings is { Login: null, Clients.Count: 0 })
            throw new ArgumentException("A gateway for other computers needs a login of its own, or a list of clients.", nameof(settings));
        if (settings.Http is { } http && !IPAddress.IsLoopback(http.Address)
            && settings is not { HttpToken: not null, HttpCertificate: not null })
        {
            throw new ArgumentException("HTTP for other computers needs a token and a certificate.", nameof(settings));
        }
        if (settings.Http is { } web && IsSamePort(settings.Listen, web))
        {
            // No parameter name: the service shows the sentence as it is.
            throw new ArgumentException(
                $"FTP at {settings.Listen} and HTTP at {web} use the same port: choose another port for one of them.");
        }
        return new GatewayServer(settings);
    }

    /// <summary>
    /// Returns whether two endpoints cannot be listened on together: they have the same port, and the same address or one that stands for
    /// all addresses. Windows may allow such a pair, and the more specific one then takes the connections of the other.
    /// </summary>
    public static bool IsSamePort(IPEndPoint one, IPEndPoint other)
    {
        ArgumentNullException.ThrowIfNull(one);
        ArgumentNullException.ThrowIfNull(other);
        return one.Port == other.Port && one.Port > 0 && one.AddressFamily == other.AddressFamily
            && (one.Address.Equals(other.Address) || IsAny(one.Address) || IsAny(other.Address));
    }

    /// <summary>Closes all connections, ends the fetches, and logs out of the servers.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        if (_http is not null) await _http.DisposeAsync().ConfigureAwait(false);
        await _ftp.DisposeAsync().ConfigureAwait(false);
        await _context.DisposeAsync().ConfigureAwait(false);
    }

    private static bool IsAny(IPAddress address) => address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any);
}
