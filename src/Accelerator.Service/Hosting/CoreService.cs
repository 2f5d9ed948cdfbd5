using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Hosting;

/// <summary>Starts and stops the <see cref="ServiceCore"/> with the host.</summary>
internal sealed class CoreService(ServiceCore core, TimeSpan stopPatience) : IHostedService
{
    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken) => core.StartAsync(cancellationToken);

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => core.StopAsync(stopPatience);
}
