using System.Net;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Figures;
using Accelerator.Service.Metrics;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Accelerator.Service.Dashboard;

/// <summary>Kestrel at one address, without a host of its own: no setting of the environment says what it does.</summary>
internal sealed class PageServer : IAsyncDisposable
{
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _stopping = new();
    private readonly KestrelServer _kestrel;
    private readonly TimeProvider _time;

    private PageServer(KestrelServer kestrel, TimeProvider time) => (_kestrel, _time) = (kestrel, time);

    /// <summary>What it listens at, with the port that it got.</summary>
    public IPEndPoint EndPoint { get; private set; } = new(IPAddress.None, 0);

    /// <summary>Its address for a browser on this computer.</summary>
    public string Address => $"http://{EndPoint}/";

    /// <summary>Opens it.</summary>
    /// <param name="definition">Where.</param>
    /// <param name="token">What lets in.</param>
    /// <param name="figures">What is told.</param>
    /// <param name="metrics">The same for Prometheus.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logs">Is told of strangers.</param>
    /// <exception cref="IOException">The address cannot be had.</exception>
    public static async Task<PageServer> OpenAsync(DashboardDefinition definition, DashboardToken token, FiguresReader figures,
        PrometheusText metrics, TimeProvider time, ILoggerFactory logs)
    {
        var options = new KestrelServerOptions { AddServerHeader = false };
        options.Limits.MaxConcurrentConnections = 64;
        options.Limits.MaxRequestBodySize = 4096;
        options.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
        options.Listen(definition.Address, listen => listen.Protocols = HttpProtocols.Http1);
        var kestrel = new KestrelServer(
            Options.Create(options), new SocketTransportFactory(Options.Create(new SocketTransportOptions()), logs), logs);
        var server = new PageServer(kestrel, time);
        try
        {
            // The port that it gets is known when it listens: nothing is answered before the hosts are.
            var application = new LatePageApplication();
            await kestrel.StartAsync(application, CancellationToken.None).ConfigureAwait(false);
            var bound = new Uri(kestrel.Features.Get<IServerAddressesFeature>()!.Addresses.Single());
            server.EndPoint = new IPEndPoint(definition.Address.Address, bound.Port);
            var authentication = new PageAuthentication(new HostList(definition, bound.Port), token, new SignIns(time),
                new FailureLimit(time), $"ftpxd-{bound.Port}", logs.CreateLogger("Page"));
            application.Set(new PageApplication(authentication, figures, metrics, time, server._stopping.Token));
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
        // Answers that go on end first: Kestrel would wait for them.
        await _stopping.CancelAsync().ConfigureAwait(false);
        using var patience = new CancellationTokenSource(StopPatience, _time);
        await _kestrel.StopAsync(patience.Token).ConfigureAwait(false);
        _kestrel.Dispose();
        _stopping.Dispose();
    }
}
