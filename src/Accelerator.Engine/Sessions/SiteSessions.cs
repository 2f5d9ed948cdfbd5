using Accelerator.Engine.Sites;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Sessions;

/// <summary>
/// The sessions of one login at one server by one local path: asks the gate, connects, classifies failures, keeps idle sessions, closes
/// them, and records what the server has shown. Transfers, listings, FXP and probes get every session here; each decides how long it waits
/// for a full server.
/// </summary>
/// <param name="profile">The server, the login and the local path.</param>
/// <param name="cap">The maximum number of sessions.</param>
/// <param name="notes">The site profile.</param>
/// <param name="time">Clock.</param>
/// <param name="trace">Receives the dialogues.</param>
/// <param name="budget">An external bound on sessions.</param>
/// <param name="address">Shared by all sessions to one server: they must lead to the same host.</param>
internal sealed class SiteSessions(
    SessionProfile profile,
    int cap,
    SiteProfile notes,
    TimeProvider time,
    Action<FtpTraceLine>? trace,
    SessionBudget? budget = null,
    ServerAddress? address = null) : IAsyncDisposable
{
    /// <summary>
    /// The number of refusals after which a server without an open session is given up: cool-downs of 1 + 2 + 4 + 8 + 15 + 15 + 15 s.
    /// </summary>
    public const int MostRefusals = 8;

    private static readonly TimeSpan BudgetInterval = TimeSpan.FromMilliseconds(50);

    // With a budget, another process may open a session as soon as one is closed here, and the server must not count both. The wait is one
    // round trip, except where the server or the path is down.
    private static readonly TimeSpan LongestClose = TimeSpan.FromSeconds(5);

    private readonly FtpConnector _connector = new(profile, time, trace, address);
    private readonly FtpSessionPool _idle = new(time, closeWait: budget is null ? default : LongestClose);
    private readonly object _lock = new();
    private readonly List<TaskCompletionSource> _ungreeted = [];
    private Exception? _refusal;
    private volatile bool _hasLost;
    private int _counted;

    /// <summary>The gate that admits new sessions.</summary>
    public SiteGate Gate { get; } = new(cap, time);

    /// <summary>The breaker that is open while no data arrives by this path.</summary>
    public RouteBreaker Breaker { get; } = new(time);

    /// <summary>The traits the server has shown in this run.</summary>
    public ServerTraits Traits => _connector.Traits;

    /// <summary>Whether an idle session waits; it may be lost or too old.</summary>
    public bool HasIdle => _idle.HasIdle;

    /// <summary>The server's reply when it last refused a session; null if it has refused none.</summary>
    public string? LastRefusal => _refusal?.Message;

    /// <summary>Whether the last refusal was the proxy's and not the server's.</summary>
    public bool IsProxyLimit => _refusal is FtpConnectionException { ByProxy: true };

    /// <summary>
    /// Classifies a failure, given the number of open sessions. Remembers a lost connection, see <see cref="IsDown"/>.
    /// </summary>
    /// <param name="failure">The exception that was thrown.</param>
    /// <param name="held">The number of those sessions that the failure belongs to.</param>
    public FailureVerdict Judge(Exception failure, int held = 0)
    {
        if (failure is FtpConnectionException { Stage: FtpStage.Session or FtpStage.Data }) _hasLost = true;
        return FailurePolicy.Judge(failure, IsDown(failure) ? 0 : Math.Max(0, Gate.Standing - held), Gate.HasStood);
    }

    /// <summary>Requests permission to open a session.</summary>
    /// <returns>Null when permitted, which <see cref="OpenAsync"/> uses up; otherwise the time after which to ask again.</returns>
    public TimeSpan? TryEnter()
    {
        if (budget is null) return Gate.TryEnter();
        if (!budget.TryOpen()) return BudgetInterval;
        Interlocked.Increment(ref _counted);
        if (Gate.TryEnter() is not { } wait) return null;
        NoteClosed(hasLeft: false);
        return wait;
    }

    /// <summary>Opens a session, after <see cref="TryEnter"/>.</summary>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <param name="greeted">Called when the greeting has arrived.</param>
    /// <returns>The session; or null and the reason, when the server allows no more now.</returns>
    /// <exception cref="FtpException">The session could not be opened for another reason.</exception>
    public async Task<(FtpSession? Session, FtpException? Refusal)> OpenAsync(CancellationToken cancellationToken, Action? greeted = null)
    {
        FtpSession? opened = null;
        var isGreeted = false;
        var greeting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task[] earlier;
        lock (_lock)
        {
            earlier = [.. _ungreeted.Select(one => one.Task)];
            _ungreeted.Add(greeting);
        }
        try
        {
            opened = await _connector.ConnectAsync(Greet, cancellationToken).ConfigureAwait(false);
            Gate.Opened();
            _hasLost = false;
            notes.SawStanding(Gate.Standing);
            return (opened, null);
        }
        catch (FtpException e)
        {
            if (!isGreeted) await AwaitEarlierAsync(e, earlier, cancellationToken).ConfigureAwait(false);
            if (!IsLimit(e, isGreeted))
            {
                Gate.Failed(isGreeted);
                throw;
            }
            Gate.Refused(isGreeted);
            _refusal = e;
            _connector.TryPasswordAgain();
            return (null, e);
        }
        catch
        {
            Gate.Failed(isGreeted);
            throw;
        }
        finally
        {
            if (!isGreeted) Leave();
            if (opened is null) NoteClosed(hasLeft: false);
        }

        void Greet()
        {
            isGreeted = true;
            Gate.Greeted();
            Leave();
            greeted?.Invoke();
        }

        void Leave()
        {
            lock (_lock) _ungreeted.Remove(greeting);
            greeting.TrySetResult();
        }
    }

    /// <summary>
    /// Returns the exception for a server that refused every try while no session was open; null while it is worth waiting for.
    /// </summary>
    /// <param name="refusal">The server's last reply.</param>
    /// <param name="hint">An alternative to trying again later.</param>
    /// <param name="limits">The number of tries that the user asked for; the default is <see cref="MostRefusals"/> connections.</param>
    public TransferException? GiveUp(FtpException refusal, string hint = "", RetryLimits? limits = null)
    {
        if (Gate.Standing > 0) return null;
        var isUsual = limits is null || limits.Most == RetryLimits.Default.Most;
        if (isUsual ? Gate.Refusals < MostRefusals : limits!.Allows(Gate.RefusedTries)) return null;
        var attempts = isUsual ? MostRefusals : Gate.RefusedTries;
        var message = $"{profile.Endpoint} refused {attempts} connection {(attempts == 1 ? "attempt" : "attempts in a row")}: "
            + $"{refusal.Message} Try again later{hint}.";
        return new TransferException(FailureKind.ServerLimit, message, refusal);
    }

    /// <summary>Takes an idle session; null when there is none.</summary>
    public async ValueTask<FtpSession?> TryRentIdleAsync()
    {
        List<FtpSession> expired = [];
        var session = _idle.TryRent(expired);
        await DropAllAsync(expired).ConfigureAwait(false);
        return session;
    }

    /// <summary>Returns a session for others; a dead or surplus one is closed.</summary>
    public async ValueTask ReturnAsync(FtpSession session)
    {
        var isLeaving = budget?.TryLeave() == true;
        if (session.IsUsable && !isLeaving) _idle.Return(session);
        else await DropAsync(session, isLeaving: isLeaving).ConfigureAwait(false);
    }

    /// <summary>Keeps a new session for the next stream that needs one.</summary>
    public void PutBy(FtpSession session) => _idle.Return(session);

    /// <summary>Closes a session.</summary>
    /// <param name="session">The session.</param>
    /// <param name="byLimit">Whether the server ended it, or refused it work, because of its limit.</param>
    /// <param name="refusal">The server's reply.</param>
    /// <param name="isLeaving">Whether it is closed because there were more than are allowed.</param>
    /// <param name="isDead">Whether nothing can be sent to the server any more, not even QUIT.</param>
    public async ValueTask DropAsync(
        FtpSession session, bool byLimit = false, Exception? refusal = null, bool isLeaving = false, bool isDead = false)
    {
        if (byLimit && FailurePolicy.RefusesData(refusal)) Gate.RefusedData();
        else Gate.Closed(byLimit);
        if (byLimit) _refusal = refusal;
        if (isDead) await session.DisposeAsync().ConfigureAwait(false);
        else await session.QuitAsync(_idle.CloseWait).ConfigureAwait(false);
        NoteClosed(isLeaving);
    }

    /// <summary>Closes sessions that were idle for too long, and idle sessions while there are more than are allowed.</summary>
    public async Task TrimAsync()
    {
        await DropAllAsync(_idle.TakeExpired()).ConfigureAwait(false);
        List<Task> leaving = [];
        while (budget?.TryLeave() == true)
        {
            if (await TryRentIdleAsync().ConfigureAwait(false) is not { } idle)
            {
                budget.Stay();
                break;
            }
            leaving.Add(DropAsync(idle, isLeaving: true).AsTask());
        }
        await Task.WhenAll(leaving).ConfigureAwait(false);
    }

    /// <summary>Saves what was learned of the site.</summary>
    /// <returns>The reason for a failure, one sentence; null on success.</returns>
    public Task<string?> RememberAsync()
    {
        if (Gate.HasStood) notes.LoggedIn(Traits.Greeting?.Lines[0], Traits.Features);
        // Only now: at a refusal, connections that the server has accepted are still logging in.
        if (_refusal is not null && Gate.Ceiling < int.MaxValue) notes.SawCeiling(Gate.Ceiling);
        return notes.SaveAsync(CancellationToken.None);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _idle.DisposeAsync().ConfigureAwait(false);
        while (Volatile.Read(ref _counted) > 0) NoteClosed(hasLeft: false);
        _connector.Dispose();
        Breaker.Dispose();
    }

    // A server at its limit may close a connection before it has greeted those that it accepted earlier. Until they are greeted or have
    // failed, nothing shows whether it is a limit. A cancellation ends the wait without an exception.
    private async Task AwaitEarlierAsync(FtpException failure, Task[] earlier, CancellationToken cancellationToken)
    {
        if (FailurePolicy.Judge(failure, 1, Gate.HasStood).Action != FailureAction.LowerCeiling) return;
        while (!IsLimit(failure, isGreeted: false) && !cancellationToken.IsCancellationRequested)
        {
            earlier = [.. earlier.Where(one => !one.IsCompleted)];
            if (earlier.Length == 0) return;
            Task first = Task.WhenAny(earlier);
            await first.WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    // When a server is killed, its sessions break one after another, and the rest still counts as open when the first new connection is
    // refused. That refusal is no limit, and no ceiling may be stored for the site.
    private bool IsDown(Exception failure) =>
        _hasLost && failure is FtpConnectionException { Stage: FtpStage.Connect, ByProxy: false };

    private bool IsLimit(FtpException failure, bool isGreeted) => !Breaker.IsOpen && !IsDown(failure)
        && FailurePolicy.Judge(failure, Gate.LetIn - (isGreeted ? 1 : 0), Gate.HasStood).Action == FailureAction.LowerCeiling;

    private Task DropAllAsync(IEnumerable<FtpSession> sessions) => Task.WhenAll(sessions.Select(session => DropAsync(session).AsTask()));

    private void NoteClosed(bool hasLeft)
    {
        if (budget is null) return;
        Interlocked.Decrement(ref _counted);
        budget.Closed(hasLeft);
    }
}
