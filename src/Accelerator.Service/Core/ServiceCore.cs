using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Schedules;
using Microsoft.Extensions.Logging;
using Quartz;

namespace Accelerator.Service.Core;

/// <summary>
/// Runs the jobs of the job file with one ledger. If the ledger does not answer, the service keeps running and retries, and the status
/// reports the failure. Its methods are called by one caller at a time.
/// </summary>
/// <param name="data">The data folder.</param>
/// <param name="vault">The stored credentials.</param>
internal sealed class ServiceCore(string data, CredentialVault vault, TimeProvider time, ILogger log) : IDisposable
{
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LongestPoll = TimeSpan.FromMinutes(30);

    private readonly object _lock = new();
    private readonly SemaphoreSlim _one = new(1);
    private readonly CancellationTokenSource _stop = new();
    private readonly string _start = Guid.NewGuid().ToString("N")[..12];
    private CoreState _state = CoreState.Running;
    private JobFile? _jobs;
    private LedgerDefinition? _opened;
    private string? _protection;
    private JobSchedules? _schedules;
    private Task _retrying = Task.CompletedTask;
    private bool _isRetrying;
    private bool _isAgain;

    /// <summary>This node's name among those that share the ledger.</summary>
    public string Node { get; init; } = Environment.MachineName;

    /// <summary>Called with the new state, outside of any lock.</summary>
    public Action<CoreState>? OnChanged { get; set; }

    /// <summary>Receives all job events and passes them to the listeners.</summary>
    public JobEvents Events { get; } = new(new JobEventLog(log, time));

    /// <summary>The runner of the jobs; null if no job file was ever valid, or the ledger does not answer.</summary>
    public JobRunner? Runner { get; private set; }

    /// <summary>The ledger of the runner; null when <see cref="Runner"/> is null.</summary>
    public JobLedger? Ledger { get; private set; }

    /// <summary>The poll schedules; null when <see cref="Runner"/> is null.</summary>
    public JobSchedules? Schedules => _schedules;

    /// <summary>The current state.</summary>
    public CoreState State { get { lock (_lock) return _state; } }

    /// <summary>The job file that was last applied; null if none was ever valid.</summary>
    public JobFile? Jobs { get { lock (_lock) return _jobs; } }

    /// <summary>Stops the work in progress so that it resumes at the next start.</summary>
    /// <param name="deadline">The maximum time to wait until the work has stopped.</param>
    public async Task StopAsync(TimeSpan deadline)
    {
        Become(CoreState.Stopping, from: null);
        await _stop.CancelAsync().ConfigureAwait(false);
        var closing = CloseAsync();
        await Task.WhenAny(closing, Task.Delay(deadline, time, CancellationToken.None)).ConfigureAwait(false);
    }

    /// <summary>Pauses: no further work is started, and work in progress completes.</summary>
    public void Pause()
    {
        Runner?.Pause();
        Become(CoreState.Paused, from: CoreState.Running);
    }

    /// <summary>Resumes after a pause.</summary>
    public void Continue()
    {
        Runner?.Continue();
        Become(CoreState.Running, from: CoreState.Paused);
    }

    /// <summary>Applies a job file.</summary>
    public async Task ApplyAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        lock (_lock) _jobs = jobs;
        if (!await TryApplyAsync(jobs, cancellationToken).ConfigureAwait(false)) ApplyAgain(AskAgain);
    }

    /// <summary>Returns the nodes that share the ledger; none if the ledger does not answer, which is reported elsewhere.</summary>
    public async Task<IReadOnlyList<NodeStatus>> NodesAsync(CancellationToken cancellationToken)
    {
        if (Ledger is not { IsShared: true } ledger) return [];
        try
        {
            return [.. (await ledger.Nodes.ListAsync(cancellationToken).ConfigureAwait(false)).Where(node => !node.HasLeft).Select(
                node => new NodeStatus(node.Node, node.Node == Node, node.LastBeat, node.Age.TotalSeconds, node.Sessions))];
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            return [];
        }
    }

    /// <summary>Opens a ledger read-only: for its history while no job file is in force.</summary>
    /// <param name="place">The ledger's settings.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The ledger and its place, as part of a sentence; null if the data folder has none.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    /// <exception cref="CredentialException">Its connection string cannot be read.</exception>
    public async Task<(JobLedger Ledger, string Place)?> OpenReadOnlyAsync(LedgerDefinition place, CancellationToken cancellationToken)
    {
        if (place.Kind == LedgerKind.Sqlite && !File.Exists(Path.Combine(data, DataFolder.LedgerFile))) return null;
        var database = Database(await ConnectionAsync(place, cancellationToken).ConfigureAwait(false), isReadOnly: true);
        return (await JobLedger.OpenAsync(database, time, cancellationToken).ConfigureAwait(false), database.Place);
    }

    public void Dispose()
    {
        _one.Dispose();
        _stop.Dispose();
    }

    private void ApplyAgain(TimeSpan after)
    {
        lock (_lock)
        {
            // Checking IsCompleted alone is not enough: a request between the task's last check of _isAgain and its end would be lost.
            _isAgain = _isRetrying && !_retrying.IsCompleted;
            if (_isAgain) return;
            _isRetrying = true;
            _retrying = Task.Run(() => RetryAsync(after), CancellationToken.None);
        }
    }

    private async Task RetryAsync(TimeSpan after)
    {
        while (true)
        {
            await Task.Delay(after, time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (_stop.IsCancellationRequested) return;
            after = AskAgain;
            lock (_lock) _isAgain = false;
            if (!await TryApplyAsync(Jobs!, _stop.Token).ConfigureAwait(false)) continue;
            lock (_lock)
            {
                _isRetrying = _isAgain;
                if (!_isRetrying) return;
            }
        }
    }

    private async Task<bool> TryApplyAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (Runner is not null && _opened != jobs.Ledger) await EndRunnerAsync().ConfigureAwait(false);
            if (Runner is null) await BeginRunnerAsync(jobs, cancellationToken).ConfigureAwait(false);
            else await Runner.ApplyAsync(jobs).ConfigureAwait(false);
            var refused = await _schedules!.ApplyAsync(jobs.Jobs, Runner!.MayPoll, cancellationToken).ConfigureAwait(false);
            ReportSchedules(jobs, refused);
            Events.Log.Follow(jobs);
            Events.Settle("ledger");
            return true;
        }
        catch (Exception e) when (e is LedgerException or CredentialException)
        {
            Events.Incident("ledger", e.Message);
            return false;
        }
        catch (SchedulerException e)
        {
            Events.Incident("ledger",
                $"The poll schedules could not be read or written in the ledger's database: {e.Message} The service retries.");
            return false;
        }
        finally
        {
            _one.Release();
        }
    }

    private void ReportSchedules(JobFile jobs, IReadOnlyDictionary<string, string> refused)
    {
        foreach (var job in jobs.Jobs)
        {
            var about = $"schedule of {job.Name}";
            if (!refused.TryGetValue(job.Name, out var reason)) Events.Settle(about);
            else Events.Incident(about,
                $"{job.Name} does not poll, because its schedule cannot be used: {reason} Correct schedule in the job file.");
        }
    }

    private async Task BeginRunnerAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        var connection = await ConnectionAsync(jobs.Ledger, cancellationToken).ConfigureAwait(false);
        if (connection is not null) TellProtection(PostgresConnection.Of(connection));
        var database = Database(connection, isReadOnly: false);
        var ledger = await JobLedger.OpenAsync(database, time, cancellationToken).ConfigureAwait(false);
        try
        {
            var home = NodeHome.Of(data);
            var tools = new JobTools
            {
                Ledger = ledger,
                Node = Node,
                Incarnation = $"{home}{_start}",
                Home = home,
                Login = vault.LoginAsync,
                Sites = new SiteMemory(Path.Combine(data, "sites"), time),
                Events = Events,
                Time = time,
            };
            Runner = await JobRunner.StartAsync(tools, jobs, cancellationToken).ConfigureAwait(false);
            _schedules = await JobSchedules.StartAsync(
                PollAsync, connection is null ? null : new ScheduleStore(connection, Node), cancellationToken).ConfigureAwait(false);
            Runner.TurnChanged = () => ApplyAgain(TimeSpan.Zero);
        }
        catch
        {
            if (Runner is { } begun) await begun.DisposeAsync().ConfigureAwait(false);
            Runner = null;
            await ledger.DisposeAsync().ConfigureAwait(false);
            throw;
        }
        (Ledger, _opened) = (ledger, jobs.Ledger);
        if (State == CoreState.Paused) Runner.Pause();
    }

    // Once for each connection string: a database that does not answer is tried again and again.
    private void TellProtection(PostgresConnection connection)
    {
        if (_protection == connection.Protection) return;
        _protection = connection.Protection;
        if (connection.IsWeak) ServiceEvents.Unprotected(log, _protection);
        else ServiceEvents.LedgerProtected(log, _protection);
    }

    private async Task<string?> ConnectionAsync(LedgerDefinition place, CancellationToken cancellationToken) =>
        place.Kind == LedgerKind.PostgreSql ? await vault.ReadAsync(place.Connection!, cancellationToken).ConfigureAwait(false) : null;

    private LedgerDatabase Database(string? connection, bool isReadOnly) => connection is null
        ? new SqliteDatabase(Path.Combine(data, DataFolder.LedgerFile), isReadOnly) : new PostgresDatabase(connection, isReadOnly);

    private async Task EndRunnerAsync()
    {
        var (runner, schedules, ledger) = (Runner, _schedules, Ledger);
        (Runner, _schedules, Ledger, _opened) = (null, null, null, null);
        // Polls in progress end with the runner.
        if (runner is not null) await runner.DisposeAsync().ConfigureAwait(false);
        if (schedules is not null) await schedules.DisposeAsync().ConfigureAwait(false);
        if (ledger is not null) await ledger.DisposeAsync().ConfigureAwait(false);
    }

    private async Task CloseAsync()
    {
        await _retrying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _one.WaitAsync().ConfigureAwait(false);
        await EndRunnerAsync().ConfigureAwait(false);
    }

    /// <summary>
    /// Polls the folders of a job when its schedule is due. A poll that hangs is cancelled, because users suffer most from a poller that
    /// stops silently.
    /// </summary>
    internal async Task PollAsync(string job, CancellationToken cancellationToken)
    {
        if (Runner is not { } runner || State != CoreState.Running || await IsPausedAsync(job, cancellationToken).ConfigureAwait(false))
            return;
        using var limit = new CancellationTokenSource(LongestPoll, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, _stop.Token, cancellationToken);
        var about = $"poll of {job}";
        try
        {
            var report = await runner.PollAsync(job, isDry: false, either.Token).ConfigureAwait(false);
            if (report is not null && !report.Folders.Any(folder => folder.Problem is not null)) Events.Settle(about);
        }
        catch (OperationCanceledException)
        {
            if (limit.IsCancellationRequested)
                Events.Incident(about,
                    $"The poll of {job} was cancelled after {LongestPoll.TotalMinutes:0} min. The next poll starts on schedule.");
        }
        catch (TransferException)
        {
            // The runner has already reported it for the server.
        }
        catch (LedgerException e)
        {
            Events.Incident(about, e.Message);
        }
        catch (Exception e)
        {
            // Quartz would write the exception only to a log that no operator reads.
            Events.Incident(about, $"A defect in ftpxd ended the poll of {job}. {e}");
        }
    }

    private async Task<bool> IsPausedAsync(string job, CancellationToken cancellationToken)
    {
        try
        {
            return Ledger is { } ledger && await ledger.Upkeep.PausedAsync(job, cancellationToken).ConfigureAwait(false) is not null;
        }
        catch (LedgerException e)
        {
            Events.Incident("ledger", e.Message);
            return true;
        }
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

/// <summary>The state of the service.</summary>
internal enum CoreState
{
    /// <summary>Polling and delivering.</summary>
    Running,

    /// <summary>Idle until it is resumed.</summary>
    Paused,

    /// <summary>Finishing the work in progress.</summary>
    Stopping,
}
