using Accelerator.Gateway.Files;
using Accelerator.Gateway.ReadAhead;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Protocol;

/// <summary>The settings and counters that the sessions of a gateway share.</summary>
internal sealed class GatewayContext : IAsyncDisposable
{
    public GatewayContext(GatewaySettings settings)
    {
        (Settings, Pool) = (settings, new UpstreamPool(settings));
        (Engine, ReadAheads) = (new EngineFetch(settings, Doubtful), new ReadAheads(settings.ReadAhead, settings.Time));
    }

    /// <summary>The settings.</summary>
    public GatewaySettings Settings { get; }

    /// <summary>The upstream logins in use.</summary>
    public UpstreamPool Pool { get; }

    /// <summary>Fetches small files ahead of the clients.</summary>
    public ReadAheads ReadAheads { get; }

    /// <summary>The versions of files whose verification failed.</summary>
    public DoubtfulVersions Doubtful { get; } = new();

    /// <summary>Fetches files.</summary>
    public EngineFetch Engine { get; }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Pool.DisposeAsync();
}
