using System.Net.Sockets;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// Opens the page at the address in the job file. A port in use by another program does not end the service: the status reports it, and the
/// page is tried again.
/// </summary>
/// <param name="data">The data folder.</param>
/// <param name="content">What the page shows.</param>
/// <param name="events">Receives incidents.</param>
/// <param name="time">The clock.</param>
/// <param name="logs">Creates the loggers.</param>
internal sealed class PageKeeper(
    string data, PageContent content, JobEvents events, TimeProvider time, ILoggerFactory logs) : IAsyncDisposable
{
    private const string About = "dashboard";
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(10);

    private readonly SemaphoreSlim _one = new(1, 1);
    private readonly CancellationTokenSource _stop = new();
    private readonly ILogger _log = logs.CreateLogger("Page");
    private DashboardDefinition? _wanted;
    private volatile PageServer? _server;
    private Task _retrying = Task.CompletedTask;
    private bool _isRetrying;

    /// <summary>The page's address; null while there is none.</summary>
    public string? Address => _server?.Address;

    /// <summary>The path of the token file.</summary>
    public string TokenFile => Path.Combine(data, DashboardToken.FileName);

    /// <summary>Opens, moves or closes the page.</summary>
    /// <param name="wanted">The address; null for no page.</param>
    /// <param name="cancellationToken">A token to cancel the wait for an earlier call.</param>
    public async Task ApplyAsync(DashboardDefinition? wanted, CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_server is not null && AreSame(wanted, _wanted)) return;
            _wanted = wanted;
            await CloseAsync().ConfigureAwait(false);
            if (await TryOpenAsync().ConfigureAwait(false) || (_isRetrying && !_retrying.IsCompleted)) return;
            _isRetrying = true;
            _retrying = Task.Run(RetryAsync, CancellationToken.None);
        }
        finally
        {
            _one.Release();
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _retrying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await CloseAsync().ConfigureAwait(false);
        _stop.Dispose();
        _one.Dispose();
    }

    private static bool AreSame(DashboardDefinition? one, DashboardDefinition? other) =>
        one is not null && other is not null && one.Address.Equals(other.Address) && one.Hosts.SequenceEqual(other.Hosts);

    private async Task RetryAsync()
    {
        var isOver = false;
        while (!isOver)
        {
            await Task.Delay(AskAgain, time, _stop.Token).ConfigureAwait(false);
            await _one.WaitAsync(_stop.Token).ConfigureAwait(false);
            try
            {
                isOver = await TryOpenAsync().ConfigureAwait(false);
                // Set under the lock: a failure to open cannot come between this and the end of the task.
                _isRetrying = !isOver;
            }
            finally
            {
                _one.Release();
            }
        }
    }

    private async Task<bool> TryOpenAsync()
    {
        if (_server is null && _wanted is { } wanted)
        {
            try
            {
                var tokens = (DashboardToken.Take(data), DashboardToken.Take(data, DashboardToken.AdministratorFileName));
                _server = await PageServer.OpenAsync(wanted, tokens, content, time, logs).ConfigureAwait(false);
                PageLog.Opened(_log, _server.Address, TokenFile);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or SocketException)
            {
                events.Incident(
                    About,
                    $"The status page cannot be opened at {wanted.Address}: {e.Message.TrimEnd('.')}. "
                        + "If another program uses the port, end it, set dashboard.address in the job file, "
                        + $"or start this node with ftpxd --dashboard ADDRESS. The service retries every {AskAgain.TotalSeconds:0} s; "
                        + "jobs are not affected.");
                return false;
            }
        }
        events.Settle(About);
        return true;
    }

    private async Task CloseAsync()
    {
        if (_server is { } server) await server.DisposeAsync().ConfigureAwait(false);
        _server = null;
    }
}
