using Accelerator.Jobs.Installing;

namespace Accelerator.Service.Windows;

/// <summary>
/// Decides what Windows' list of services is told, and tells it. Without Windows: a test gives it another <paramref name="tell"/>.
/// </summary>
/// <param name="tell">SetServiceStatus.</param>
/// <param name="time">For the checkpoints.</param>
internal sealed class ScmReporter(Action<ScmStatus> tell, TimeProvider time) : IDisposable
{
    /// <summary>ERROR_SERVICE_SPECIFIC_ERROR.</summary>
    public const uint SpecificError = 1066;

    private const uint OwnProcess = 0x10;
    private const uint WaitHint = 10_000;

    // STOP, PAUSE_CONTINUE, PARAMCHANGE and PRESHUTDOWN.
    private const uint Accepted = 0x1 | 0x2 | 0x8 | 0x100;

    // Each promises that something goes on. What has not come about after a minute hangs, and Windows is to see it.
    private const uint MostCheckpoints = 30;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private ScmStatus _now = new() { Type = OwnProcess, State = ServiceRunState.Stopped };
    private ITimer? _timer;

    /// <summary>Stop and pause requests come here while it runs, from the thread of the dispatcher. They must not wait.</summary>
    public Action<ScmControl>? OnControl { get; set; }

    /// <summary>The service is on its way to a state, and says so every two seconds.</summary>
    public void Pending(ServiceRunState state)
    {
        lock (_lock)
        {
            if (_now.State == ServiceRunState.Stopped && state != ServiceRunState.Starting) return;
            Notify(new ScmStatus { Type = OwnProcess, State = state, Checkpoint = 1, WaitHint = WaitHint });
            _timer ??= time.CreateTimer(_ => Advance(), null, Interval, Interval);
        }
    }

    /// <summary>It has come to a state.</summary>
    public void Reached(ServiceRunState state)
    {
        lock (_lock)
        {
            // What comes late, as a pause while it stops, is no news.
            if (_now.State is ServiceRunState.Stopped or ServiceRunState.Stopping) return;
            EndTimer();
            Notify(new ScmStatus { Type = OwnProcess, State = state, Accepted = Accepted });
        }
    }

    /// <summary>It has ended. Said once, and last.</summary>
    /// <param name="exitCode">Our own; other than 0 it lets Windows do what is laid down for failures.</param>
    public void Stopped(int exitCode)
    {
        lock (_lock)
        {
            EndTimer();
            Notify(new ScmStatus { Type = OwnProcess, State = ServiceRunState.Stopped, ExitCode = exitCode == 0 ? 0 : SpecificError,
                SpecificExitCode = (uint)exitCode });
        }
    }

    /// <summary>Says once more what was said last.</summary>
    public void Again()
    {
        lock (_lock) tell(_now);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_lock) EndTimer();
    }

    private void Advance()
    {
        lock (_lock)
        {
            if (_timer is null || _now.Checkpoint is 0 or >= MostCheckpoints) return;
            Notify(_now with { Checkpoint = _now.Checkpoint + 1 });
        }
    }

    private void EndTimer()
    {
        _timer?.Dispose();
        _timer = null;
    }

    private void Notify(ScmStatus status)
    {
        _now = status;
        tell(status);
    }
}
