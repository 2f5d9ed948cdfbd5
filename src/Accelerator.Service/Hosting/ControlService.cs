using Accelerator.Jobs.Control;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Hosting;

/// <summary>Answers at the control channel while the host runs.</summary>
internal sealed class ControlService(ControlServer server) : BackgroundService
{
    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => server.RunAsync(stoppingToken);
}
