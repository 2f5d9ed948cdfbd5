namespace Accelerator.Soak.Tests.Crashes;

/// <summary>Kills a service at its moment, on the thread that detects it. Create it before the service starts.</summary>
internal sealed class CrashTrap(CrashTiming timing)
{
    private readonly TaskCompletionSource _sprung = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile Daemon? _daemon;
    private int _occasions;

    /// <summary>Whether the point came, rather than the latest moment.</summary>
    public bool WasAimed => _sprung.Task.IsCompleted;

    public void See(string path, uint what)
    {
        if (_daemon is not { } daemon || !timing.Is(path, what) || Interlocked.Increment(ref _occasions) != timing.Occasion) return;
        if (timing.Delay == TimeSpan.Zero) daemon.Kill();
        _sprung.TrySetResult();
    }

    public async Task SpringAsync(Daemon daemon)
    {
        _daemon = daemon;
        // A kill at a seeded moment of a real process.
        if (timing.Kind == CrashKind.AfterStart) await Task.Delay(timing.Delay);
        // The point may never come: then the kill is at the latest moment.
        else if (await Task.WhenAny(_sprung.Task, Task.Delay(timing.Latest)) == _sprung.Task && timing.Delay > TimeSpan.Zero) await Task.Delay(timing.Delay);
        _daemon = null;
        daemon.Kill();
    }
}
