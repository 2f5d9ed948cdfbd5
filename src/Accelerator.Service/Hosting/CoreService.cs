using Accelerator.Service.Core;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Hosting;

/// <summary>Stops the <see cref="ServiceCore"/> with the host; what it is to do it hears from the <see cref="JobFileWatch"/>.</summary>
internal sealed class CoreService(ServiceCore core, TimeSpan stopPatience) : IHostedService
{
    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => core.StopAsync(stopPatience);
}
