using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Linux;

/// <summary>
/// Reports the service's state to systemd: datagrams to the socket that NOTIFY_SOCKET names (sd_notify(3)). systemd's end may be slow or
/// gone; that stops nothing.
/// </summary>
internal sealed class SystemdNotifier : BackgroundService, IHostedLifecycleService
{
    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified) { Blocking = false };
    private readonly UnixDomainSocketEndPoint _there;
    private readonly TimeSpan? _watchdog;
    private readonly TimeProvider _time;

    private SystemdNotifier(string path, TimeSpan? watchdog, TimeProvider time)
    {
        // A leading @ stands for NUL: a name in the abstract namespace, outside any folder.
        _there = new UnixDomainSocketEndPoint(path[0] == '@' ? '\0' + path[1..] : path);
        (_watchdog, _time) = (watchdog, time);
    }

    /// <summary>Returns the notifier; null if systemd did not start this process.</summary>
    public static SystemdNotifier? Of(Func<string, string?> variable, TimeProvider time)
    {
        if (!OperatingSystem.IsLinux() || variable("NOTIFY_SOCKET") is not { Length: > 1 } path || path[0] is not ('/' or '@')) return null;
        var isOurs = variable("WATCHDOG_PID") is not { Length: > 0 } process
            || process == Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        var watchdog = isOurs && long.TryParse(variable("WATCHDOG_USEC"), NumberStyles.None, CultureInfo.InvariantCulture, out var limit)
            && limit is > 0 and < long.MaxValue / 10
            ? TimeSpan.FromMicroseconds(limit)
            : (TimeSpan?)null;
        return new SystemdNotifier(path, watchdog, time);
    }

    /// <summary>
    /// Reports that the job file is about to be read; <see cref="Ready"/> follows. Type=notify-reload needs the time of CLOCK_MONOTONIC,
    /// which .NET's timestamps use.
    /// </summary>
    public void Reloading() =>
        Notify($"RELOADING=1\nMONOTONIC_USEC={(long)(_time.GetTimestamp() / (double)_time.TimestampFrequency * 1e6)}");

    /// <summary>Reports that the service is ready.</summary>
    public void Ready() => Notify("READY=1");

    public Task StartedAsync(CancellationToken cancellationToken)
    {
        Ready();
        return Task.CompletedTask;
    }

    public Task StoppingAsync(CancellationToken cancellationToken)
    {
        Notify("STOPPING=1");
        return Task.CompletedTask;
    }

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Dispose()
    {
        base.Dispose();
        _socket.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (_watchdog is not { } limit) return;
        // Half of the limit, as sd_watchdog_enabled(3) recommends.
        using var timer = new PeriodicTimer(limit / 2, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken).ConfigureAwait(false)) Notify("WATCHDOG=1");
    }

    private void Notify(string state)
    {
        try
        {
            _socket.SendTo(Encoding.UTF8.GetBytes(state), _there);
        }
        catch (SocketException)
        {
            // The socket has no reader, or its queue is full: systemd's own limits then decide.
        }
    }
}
