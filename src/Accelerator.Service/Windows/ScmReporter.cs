using Accelerator.Jobs.Installing;

namespace Accelerator.Service.Windows;

/// <summary>
/// Decides which state to report to the Windows service control manager, and reports it. Runs without Windows: a test passes another
/// <paramref name="tell"/>.
/// </summary>
/// <param name="tell">Calls SetServiceStatus.</param>
/// <param name="time">The clock of the checkpoints.</param>
internal sealed class ScmReporter(Action<ScmStatus> tell, TimeProvider time) : IDisposable
{
    /// <summary>ERROR_SERVICE_SPECIFIC_ERROR.</summary>
    public const uint SpecificError = 1066;

    private const uint OwnProcess = 0x10;
    private const uint WaitHint = 10_000;

    // STOP, PAUSE_CONTINUE, PARAMCHANGE and PRESHUTDOWN.
    private const uint Accepted = 0x1 | 0x2 | 0x8 | 0x100;

    // Each checkpoint promises progress. After a minute (30 checkpoints of 2 s), a change of state is considered hung: the checkpoints end,
    // so that Windows notices.
    private const uint MostCheckpoints = 30;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private ScmStatus _now = new() { Type = OwnProcess, State = ServiceRunState.Stopped };
    private ITimer? _timer;

    /// <summary>Called for stop and pause requests while the service runs, on the dispatcher's thread. It must not wait.</summary>
    public Action<ScmControl>? OnControl { get; set; }

    /// <summary>Reports that the service is changing to a state, and repeats that every two seconds.</summary>
    public void Pending(ServiceRunState state)
    {
        lock (_lock)
        {
            if (_now.State == ServiceRunState.Stopped && state != ServiceRunState.Starting) return;
            Notify(new ScmStatus { Type = OwnProcess, State = state, Checkpoint = 1, WaitHint = WaitHint });
            _timer ??= time.CreateTimer(_ => Advance(), null, Interval, Interval);
        }
    }

    /// <summary>Reports that a state has been reached.</summary>
    public void Reached(ServiceRunState state)
    {
        lock (_lock)
        {
            // Ignore a late report, such as a pause while the service stops.
            if (_now.State is ServiceRunState.Stopped or ServiceRunState.Stopping) return;
            EndTimer();
            Notify(new ScmStatus { Type = OwnProcess, State = state, Accepted = Accepted });
        }
    }

    /// <summary>Reports that the service has ended. Called once, and last.</summary>
    /// <param name="exitCode">
    /// The exit code of this program; a value other than 0 triggers the configured recovery actions of Windows.
    /// </param>
    public void Stopped(int exitCode)
    {
        lock (_lock)
        {
            EndTimer();
            Notify(new ScmStatus { Type = OwnProcess, State = ServiceRunState.Stopped, ExitCode = exitCode == 0 ? 0 : SpecificError,
                SpecificExitCode = (uint)exitCode });
        }
    }

    /// <summary>Repeats the last report.</summary>
    public void Again()
    {
        lock (_lock) tell(_now);
    }

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
