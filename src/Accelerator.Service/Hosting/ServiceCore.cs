using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Schedules;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>
/// What looks and delivers, over one ledger, as the job file says. A ledger that does not answer is no end of the service: it is asked again, and status says so. Its methods are called by one
/// caller at a time.
/// </summary>
/// <param name="data">The data folder.</param>
/// <param name="vault">The secrets.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Is told what happens.</param>
internal sealed class ServiceCore(string data, CredentialVault vault, TimeProvider time, ILogger log) : IDisposable
{
    /// <summary>The ledger's file in the data folder, where it is SQLite.</summary>
    public const string LedgerName = "ledger.db";

    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LongestLook = TimeSpan.FromMinutes(30);

    private readonly object _lock = new();
    private readonly SemaphoreSlim _one = new(1);
    private readonly CancellationTokenSource _stop = new();
    private readonly string _incarnation = Guid.NewGuid().ToString("N")[..12];
    private CoreState _state = CoreState.Running;
    private JobFile? _jobs;
    private LedgerDefinition? _opened;
    private JobSchedules? _schedules;
    private Task _retrying = Task.CompletedTask;

    /// <summary>Called with the new state, outside of any lock.</summary>
    public Action<CoreState>? OnChanged { get; set; }

    /// <summary>What is wrong, and the log of all that happens.</summary>
    public JobEventLog Events { get; } = new(log);

    /// <summary>What works; null while no job file was ever right, or the ledger does not answer.</summary>
    public JobRunner? Runner { get; private set; }

    /// <summary>Its record; null with it.</summary>
    public JobLedger? Ledger { get; private set; }

    /// <summary>When jobs look; null before the start.</summary>
    public JobSchedules? Schedules => _schedules;

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
    public async Task StartAsync(CancellationToken cancellationToken) => _schedules = await JobSchedules.StartAsync(LookAsync, cancellationToken).ConfigureAwait(false);

    /// <summary>Ends what it has begun so that it goes on at the next start.</summary>
    /// <param name="deadline">How long it may take.</param>
    public async Task StopAsync(TimeSpan deadline)
    {
        Become(CoreState.Stopping, from: null);
        await _stop.CancelAsync().ConfigureAwait(false);
        var closing = CloseAsync();
        await Task.WhenAny(closing, Task.Delay(deadline, time, CancellationToken.None)).ConfigureAwait(false);
    }

    /// <summary>Begins nothing more; what is under way comes to its end.</summary>
    public void Pause()
    {
        Runner?.Pause();
        Become(CoreState.Paused, from: CoreState.Running);
    }

    /// <summary>Goes on.</summary>
    public void Continue()
    {
        Runner?.Continue();
        Become(CoreState.Running, from: CoreState.Paused);
    }

    /// <summary>Does from now on what this file says.</summary>
    public async Task ApplyAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        lock (_lock) _jobs = jobs;
        if (await TryApplyAsync(jobs, cancellationToken).ConfigureAwait(false) || !_retrying.IsCompleted) return;
        _retrying = Task.Run(RetryAsync, CancellationToken.None);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _one.Dispose();
        _stop.Dispose();
    }

    private async Task RetryAsync()
    {
        do
        {
            await Task.Delay(AskAgain, time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        while (!_stop.IsCancellationRequested && !await TryApplyAsync(Jobs!, _stop.Token).ConfigureAwait(false));
    }

    private async Task<bool> TryApplyAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (Runner is not null && _opened != jobs.Ledger) await EndRunnerAsync().ConfigureAwait(false);
            if (Runner is null) await BeginRunnerAsync(jobs, cancellationToken).ConfigureAwait(false);
            else await Runner.ApplyAsync(jobs).ConfigureAwait(false);
            if (_schedules is { } schedules) await schedules.ApplyAsync(jobs.Jobs, cancellationToken).ConfigureAwait(false);
            Events.Settle("ledger");
            return true;
        }
        catch (Exception e) when (e is LedgerException or CredentialException)
        {
            Events.Trouble("ledger", e.Message);
            return false;
        }
        finally
        {
            _one.Release();
        }
    }

    private async Task BeginRunnerAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        LedgerDatabase database = jobs.Ledger.Kind == LedgerKind.PostgreSql
            ? new PostgresDatabase(await vault.ReadAsync(jobs.Ledger.Connection!, cancellationToken).ConfigureAwait(false))
            : new SqliteDatabase(Path.Combine(data, LedgerName));
        var ledger = await JobLedger.OpenAsync(database, time, cancellationToken).ConfigureAwait(false);
        try
        {
            var tools = new JobTools
            {
                Ledger = ledger,
                Node = Environment.MachineName,
                Incarnation = _incarnation,
                Login = vault.LoginAsync,
                Sites = new SiteMemory(Path.Combine(data, "sites"), time),
                Events = Events,
                Time = time,
            };
            Runner = await JobRunner.StartAsync(tools, jobs, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await ledger.DisposeAsync().ConfigureAwait(false);
            throw;
        }
        (Ledger, _opened) = (ledger, jobs.Ledger);
        if (State == CoreState.Paused) Runner.Pause();
    }

    private async Task EndRunnerAsync()
    {
        var (runner, ledger) = (Runner, Ledger);
        (Runner, Ledger, _opened) = (null, null, null);
        if (runner is not null) await runner.DisposeAsync().ConfigureAwait(false);
        if (ledger is not null) await ledger.DisposeAsync().ConfigureAwait(false);
    }

    private async Task CloseAsync()
    {
        if (_schedules is { } schedules) await schedules.DisposeAsync().ConfigureAwait(false);
        await _retrying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _one.WaitAsync().ConfigureAwait(false);
        await EndRunnerAsync().ConfigureAwait(false);
    }

    /// <summary>Looks into the folders of a job, as its schedule wants it. A look that hangs is ended: a poller that stops without a word is what its users suffer from most.</summary>
    internal async Task LookAsync(string job, CancellationToken cancellationToken)
    {
        if (Runner is not { } runner || State != CoreState.Running || await IsPausedAsync(job, cancellationToken).ConfigureAwait(false)) return;
        using var limit = new CancellationTokenSource(LongestLook, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, _stop.Token, cancellationToken);
        var about = $"look of {job}";
        try
        {
            await runner.LookAsync(job, isDry: false, either.Token).ConfigureAwait(false);
            Events.Settle(about);
        }
        catch (OperationCanceledException)
        {
            if (limit.IsCancellationRequested) Events.Trouble(about, $"The look of {job} was ended: it had lasted {LongestLook.TotalMinutes:0} min. It is begun again when it is due.");
        }
        catch (Exception e) when (e is LedgerException or TransferException)
        {
            Events.Trouble(about, e.Message);
        }
        catch (Exception e)
        {
            // Quartz would only write it into a log that nobody reads.
            Events.Trouble(about, $"A defect of this program ended the look of {job}. {e}");
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
            Events.Trouble("ledger", e.Message);
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
