using System.Net;
using Accelerator.Jobs.Definitions;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Accelerator.Service.Dashboard;

/// <summary>Kestrel at one address, without a generic host, so that no environment setting changes its behaviour.</summary>
internal sealed class PageServer : IAsyncDisposable
{
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _stopping = new();
    private readonly KestrelServer _kestrel;
    private readonly TimeProvider _time;

    private PageServer(KestrelServer kestrel, TimeProvider time) => (_kestrel, _time) = (kestrel, time);

    /// <summary>The listening endpoint, including the assigned port.</summary>
    public IPEndPoint EndPoint { get; private set; } = new(IPAddress.None, 0);

    /// <summary>The address for a browser on this computer.</summary>
    public string Address => $"http://{EndPoint}/";

    /// <summary>Opens the server.</summary>
    /// <param name="definition">The address and the allowed hosts.</param>
    /// <param name="tokens">The tokens for reading and for changes.</param>
    /// <param name="content">What the page shows.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logs">Creates the loggers.</param>
    /// <exception cref="IOException">The address is not available.</exception>
    public static async Task<PageServer> OpenAsync(DashboardDefinition definition,
        (DashboardToken Reader, DashboardToken Administrator) tokens, PageContent content, TimeProvider time, ILoggerFactory logs)
    {
        var options = new KestrelServerOptions { AddServerHeader = false };
        options.Limits.MaxConcurrentConnections = PageClients.MostConnections;
        // Also the time in which a new connection must send something.
        options.Limits.KeepAliveTimeout = TimeSpan.FromSeconds(10);
        options.Limits.MaxRequestBodySize = 4096;
        options.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
        var clients = new PageClients(time);
        options.Listen(definition.Address, listen =>
        {
            listen.Protocols = HttpProtocols.Http1;
            listen.Use(clients.Admit);
        });
        var kestrel = new KestrelServer(
            Options.Create(options), new SocketTransportFactory(Options.Create(new SocketTransportOptions()), logs), logs);
        var server = new PageServer(kestrel, time);
        try
        {
            // The port is known only once the server listens: no request is answered before the allowed hosts are known.
            var application = new LatePageApplication();
            await kestrel.StartAsync(application, CancellationToken.None).ConfigureAwait(false);
            var bound = new Uri(kestrel.Features.Get<IServerAddressesFeature>()!.Addresses.Single());
            server.EndPoint = new IPEndPoint(definition.Address.Address, bound.Port);
            var log = logs.CreateLogger("Page");
            var authentication = new PageAuthentication(new HostList(definition, bound.Port), tokens.Reader, tokens.Administrator,
                new SignIns(time), clients, $"ftpxd-{bound.Port}", log);
            var administrators = new AdministratorRequests(
                authentication, content, new RequestLimit(time, RequestLimit.MostChanges), time, log);
            application.Set(new PageApplication(authentication, content, administrators, time, server._stopping.Token));
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // End the streaming answers first: Kestrel would wait for them.
        await _stopping.CancelAsync().ConfigureAwait(false);
        using var patience = new CancellationTokenSource(StopPatience, _time);
        await _kestrel.StopAsync(patience.Token).ConfigureAwait(false);
        _kestrel.Dispose();
        _stopping.Dispose();
    }
}
