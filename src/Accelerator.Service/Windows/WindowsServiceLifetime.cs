using Accelerator.Jobs.Installing;
using Accelerator.Service.Core;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Windows;

/// <summary>The host lifetime of a Windows service: Windows starts, stops and pauses it, and receives its progress.</summary>
internal sealed class WindowsServiceLifetime(
    ScmReporter scm, ServiceCore core, JobFileWatch watch, IHostApplicationLifetime application) : IHostLifetime, IDisposable
{
    private readonly List<CancellationTokenRegistration> _registrations = [];

    public Task WaitForStartAsync(CancellationToken cancellationToken)
    {
        scm.OnControl = Take;
        core.OnChanged = Notify;
        _registrations.Add(application.ApplicationStarted.Register(() => scm.Reached(ServiceRunState.Running)));
        _registrations.Add(application.ApplicationStopping.Register(() => scm.Pending(ServiceRunState.Stopping)));
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose()
    {
        scm.OnControl = null;
        core.OnChanged = null;
        foreach (var registration in _registrations) registration.Dispose();
    }

    // Reports a pause from either source: Windows or the control pipe.
    private void Notify(CoreState state)
    {
        if (state == CoreState.Paused) scm.Reached(ServiceRunState.Paused);
        if (state == CoreState.Running) scm.Reached(ServiceRunState.Running);
    }

    // Must return at once: the dispatcher's thread waits for it, and no other request of Windows gets through meanwhile.
    private void Take(ScmControl control)
    {
        switch (control)
        {
            case ScmControl.Stop or ScmControl.Preshutdown:
                scm.Pending(ServiceRunState.Stopping);
                _ = Task.Run(application.StopApplication);
                break;
            case ScmControl.Pause:
                scm.Pending(ServiceRunState.Pausing);
                _ = Task.Run(() => Change(core.Pause));
                break;
            case ScmControl.Continue:
                scm.Pending(ServiceRunState.Continuing);
                _ = Task.Run(() => Change(core.Continue));
                break;
            case ScmControl.ParamChange:
                _ = Task.Run(() => watch.ReloadAsync(application.ApplicationStopping));
                break;
        }
    }

    // A control that changes nothing, such as a pause of a paused service, raises no event. Without a report the state stays pending, and a
    // pending service accepts no control, not even a stop.
    private void Change(Action control)
    {
        control();
        Notify(core.State);
    }
}
