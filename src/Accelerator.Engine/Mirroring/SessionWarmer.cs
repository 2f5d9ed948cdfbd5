using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Opens sessions for the transfers while folders are still listed: a login takes five round trips, and a listing of many files as long.
/// Any caller may take one, the listing too. It never fails; a caller that gets no session sees the error itself.
/// </summary>
/// <param name="route">The route.</param>
/// <param name="most">The maximum number of sessions.</param>
internal sealed class SessionWarmer(Route route, int most) : IAsyncDisposable
{
    private readonly CancellationTokenSource _over = new();
    private readonly CancellationTokenSource _end = new();
    private readonly object _lock = new();
    private readonly List<Task> _opening = [];

    /// <summary>Announces how many sessions will be useful.</summary>
    public void Want(long sessions)
    {
        lock (_lock)
        {
            if (_over.IsCancellationRequested || route.Sessions.LastRefusal is not null) return;
            _opening.RemoveAll(task => task.IsCompleted);
            for (var missing = Math.Min(most, sessions) - route.Gate.Standing - _opening.Count; missing > 0; missing--)
                _opening.Add(OpenAsync());
        }
    }

    /// <summary>
    /// Stops opening sessions when the transfers begin, because they open what they need. Logins in progress are completed.
    /// </summary>
    public void Release()
    {
        lock (_lock) _over.Cancel();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Release();
        await _end.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(_opening).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _over.Dispose();
        _end.Dispose();
    }

    private async Task OpenAsync()
    {
        try
        {
            await route.AddAsync(_over.Token, _end.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            // The next caller that needs a session gets the error.
        }
    }
}
