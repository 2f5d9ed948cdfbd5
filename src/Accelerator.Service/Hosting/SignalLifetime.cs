using System.Runtime.InteropServices;
using Accelerator.Service.Core;
using Accelerator.Service.Linux;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Hosting;

/// <summary>
/// Handles signals at a console and on Linux: SIGINT (Ctrl-C) and SIGTERM stop, SIGHUP reads the job file again; on Windows SIGHUP means
/// that the window was closed, and stops.
/// </summary>
internal sealed class SignalLifetime(
    JobFileWatch watch, SystemdNotifier? systemd, IHostApplicationLifetime application) : IHostLifetime, IDisposable
{
    private readonly List<PosixSignalRegistration> _signals = [];

    public Task WaitForStartAsync(CancellationToken cancellationToken)
    {
        foreach (var signal in (PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP])
        {
            _signals.Add(PosixSignalRegistration.Create(signal, context =>
            {
                context.Cancel = true;
                if (signal == PosixSignal.SIGHUP && !OperatingSystem.IsWindows()) _ = ReloadAsync();
                else application.StopApplication();
            }));
        }
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose()
    {
        foreach (var signal in _signals) signal.Dispose();
    }

    private async Task ReloadAsync()
    {
        try
        {
            systemd?.Reloading();
            await watch.ReloadAsync(application.ApplicationStopping).ConfigureAwait(false);
            systemd?.Ready();
        }
        catch (OperationCanceledException)
        {
            // The service is stopping: the result of reading is not needed.
        }
    }
}
