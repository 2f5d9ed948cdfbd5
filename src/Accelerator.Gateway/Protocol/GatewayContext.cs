using Accelerator.Gateway.Files;
using Accelerator.Gateway.ReadAhead;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Protocol;

/// <summary>The settings and counters that the sessions of a gateway share.</summary>
internal sealed class GatewayContext(GatewaySettings settings) : IAsyncDisposable
{
    /// <summary>The settings.</summary>
    public GatewaySettings Settings { get; } = settings;

    /// <summary>The upstream logins in use.</summary>
    public UpstreamPool Pool { get; } = new(settings);

    /// <summary>Fetches files.</summary>
    public EngineFetch Engine { get; } = new(settings);

    /// <summary>Fetches small files ahead of the clients.</summary>
    public ReadAheads ReadAheads { get; } = new(settings.ReadAhead, settings.Time);

    /// <summary>The versions of files whose verification failed.</summary>
    public DoubtfulVersions Doubtful { get; } = new();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Pool.DisposeAsync();
}
