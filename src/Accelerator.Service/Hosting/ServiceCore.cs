using Accelerator.Jobs.Definitions;

namespace Accelerator.Service.Hosting;

/// <summary>
/// What looks and delivers. Today it keeps what it was told and answers for it, and does nothing else: no job runs. Its methods are where a job runner is put.
/// Each is called by one caller at a time.
/// </summary>
internal sealed class ServiceCore
{
    private readonly object _lock = new();
    private CoreState _state = CoreState.Running;
    private JobFile? _jobs;

    /// <summary>Called with the new state, outside of any lock.</summary>
    public Action<CoreState>? OnChanged { get; set; }

    /// <summary>What it does.</summary>
    public CoreState State
    {
        get
        {
            lock (_lock) return _state;
        }
    }

    /// <summary>What it was last told to do; null where no job file was ever right.</summary>
    public JobFile? Jobs
    {
        get
        {
            lock (_lock) return _jobs;
        }
    }

    /// <summary>Begins.</summary>
    /// <param name="cancellationToken">The start is given up.</param>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        Become(CoreState.Running, from: CoreState.Running);
        return Task.CompletedTask;
    }

    /// <summary>Ends what it has begun, or leaves it so that it goes on later.</summary>
    /// <param name="deadline">How long it may take.</param>
    public Task StopAsync(TimeSpan deadline)
    {
        Become(CoreState.Stopping, from: null);
        return Task.CompletedTask;
    }

    /// <summary>Begins nothing more, and holds what runs.</summary>
    public void Pause() => Become(CoreState.Paused, from: CoreState.Running);

    /// <summary>Goes on.</summary>
    public void Continue() => Become(CoreState.Running, from: CoreState.Paused);

    /// <summary>Does from now on what this file says.</summary>
    public void Apply(JobFile jobs)
    {
        lock (_lock) _jobs = jobs;
    }

    private void Become(CoreState state, CoreState? from)
    {
        lock (_lock)
        {
            if (_state == state || (from is not null && _state != from)) return;
            _state = state;
        }
        OnChanged?.Invoke(state);
    }
}
