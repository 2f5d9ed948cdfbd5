using Accelerator.Engine.Sites;
using Accelerator.Engine.Streams;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// The sessions of one login at one server by one local path: asks the gate, connects, judges failures, keeps idle sessions, closes them,
/// and notes what the server has shown. Transfers, listings, FXP and probes get every session here; each decides how long it waits for a
/// full server.
/// </summary>
/// <param name="profile">The server, the login and the local path.</param>
/// <param name="cap">Sessions never to be exceeded.</param>
/// <param name="notes">The memory of the site.</param>
/// <param name="time">Clock.</param>
/// <param name="trace">Receives the dialogues.</param>
/// <param name="budget">A bound on sessions from outside.</param>
/// <param name="address">Shared by all that lead to one server: they must lead to the same host.</param>
internal sealed class SiteSessions(
    SessionProfile profile,
    int cap,
    SiteProfile notes,
    TimeProvider time,
    Action<FtpTraceLine>? trace,
    SessionBudget? budget = null,
    ServerAddress? address = null) : IAsyncDisposable
{
    /// <summary>Refusals after which a server where no session stands is given up: cool-downs of 1 + 2 + 4 + 8 + 15 + 15 + 15 s.</summary>
    public const int MostRefusals = 8;

    private static readonly TimeSpan BudgetInterval = TimeSpan.FromMilliseconds(50);

    private readonly FtpConnector _connector = new(profile, time, trace, address);
    private readonly FtpSessionPool _idle = new(time);
    private int _counted;

    /// <summary>The gate that admits new sessions.</summary>
    public SiteGate Gate { get; } = new(cap, time);

    /// <summary>Whether this path is out of use, because nothing comes by it.</summary>
    public RouteBreaker Breaker { get; } = new(time);

    /// <summary>What the server has shown in this run.</summary>
    public ServerTraits Traits => _connector.Traits;

    /// <summary>Whether an idle session waits; it may be lost or too old.</summary>
    public bool HasIdle => _idle.HasIdle;

    /// <summary>What the server said when it last refused a session; null while it has refused none.</summary>
    public string? LastRefusal { get; private set; }

    /// <summary>What a failure means, given the sessions that stand.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="held">Sessions among them that the failure is of.</param>
    public FailureVerdict Judge(Exception failure, int held = 0) =>
        FailurePolicy.Judge(failure, Math.Max(0, Gate.Standing - held), Gate.HasStood);

    /// <summary>Asks for leave to open a session.</summary>
    /// <returns>Null for a leave, which <see cref="OpenAsync"/> uses up; otherwise the time after which to ask again.</returns>
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
    /// <param name="greeted">Called when the greeting has come.</param>
    /// <returns>The session; or null and why, where the server allows no more now.</returns>
    /// <exception cref="FtpException">It could not be opened for another reason.</exception>
    public async Task<(FtpSession? Session, FtpException? Refusal)> OpenAsync(CancellationToken cancellationToken, Action? greeted = null)
    {
        FtpSession? opened = null;
        var isGreeted = false;
        try
        {
            opened = await _connector.ConnectAsync(Greet, cancellationToken).ConfigureAwait(false);
            Gate.Opened();
            notes.SawStanding(Gate.Standing);
            return (opened, null);
        }
        catch (FtpException e) when (IsLimit(e, isGreeted))
        {
            Gate.Refused(isGreeted);
            LastRefusal = e.Message;
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
            if (opened is null) NoteClosed(hasLeft: false);
        }

        void Greet()
        {
            isGreeted = true;
            Gate.Greeted();
            greeted?.Invoke();
        }
    }

    /// <summary>The exception for a server that refused every try while no session stood; null while it is worth waiting for.</summary>
    /// <param name="refusal">What it said last.</param>
    /// <param name="hint">What else to do than to try again later.</param>
    public TransferException? GiveUp(FtpException refusal, string hint = "")
    {
        if (Gate.Standing > 0 || Gate.Refusals < MostRefusals) return null;
        var message = $"{profile.Endpoint} let nobody in after {MostRefusals} tries: {refusal.Message} Try again later{hint}.";
        return new TransferException(FailureKind.ServerLimit, message, refusal);
    }

    /// <summary>Takes an idle session; null where there is none.</summary>
    public async ValueTask<FtpSession?> TryRentIdleAsync()
    {
        List<FtpSession> expired = [];
        var session = _idle.TryRent(expired);
        foreach (var old in expired) await DropAsync(old).ConfigureAwait(false);
        return session;
    }

    /// <summary>Gives a session back for others; a dead one is closed, and one too many.</summary>
    public async ValueTask ReturnAsync(FtpSession session)
    {
        var isLeaving = budget?.TryLeave() == true;
        if (session.IsUsable && !isLeaving) _idle.Return(session);
        else await DropAsync(session, isLeaving: isLeaving).ConfigureAwait(false);
    }

    /// <summary>Keeps a new session for the next who needs one.</summary>
    public void PutBy(FtpSession session) => _idle.Return(session);

    /// <summary>Closes a session.</summary>
    /// <param name="session">The session.</param>
    /// <param name="byLimit">Whether the server ended it, or refused it work, for its limit.</param>
    /// <param name="refusal">What the server said then.</param>
    /// <param name="isLeaving">Whether it is closed because there were more than are allowed.</param>
    /// <param name="isDead">Whether nothing can be said to the server any more, not even good-bye.</param>
    public async ValueTask DropAsync(
        FtpSession session, bool byLimit = false, Exception? refusal = null, bool isLeaving = false, bool isDead = false)
    {
        if (byLimit && refusal is FtpReplyException reply && FailurePolicy.RefusesData(reply)) Gate.RefusedData();
        else Gate.Closed(byLimit);
        if (byLimit)
        {
            notes.SawCeiling(Gate.Ceiling);
            LastRefusal = refusal?.Message;
        }
        if (isDead) await session.DisposeAsync().ConfigureAwait(false);
        else await session.QuitAsync().ConfigureAwait(false);
        NoteClosed(isLeaving);
    }

    /// <summary>Closes idle sessions, as long as there are more than are allowed.</summary>
    public async Task TrimAsync()
    {
        while (budget?.TryLeave() == true)
        {
            List<FtpSession> expired = [];
            if (_idle.TryRent(expired) is { } idle) expired.Add(idle);
            if (expired.Count == 0)
            {
                budget.Stay();
                return;
            }
            for (var i = 0; i < expired.Count; i++) await DropAsync(expired[i], isLeaving: i == 0).ConfigureAwait(false);
        }
    }

    /// <summary>Writes down what was learned of the site.</summary>
    /// <returns>Why not, one sentence; null where it is written.</returns>
    public Task<string?> RememberAsync()
    {
        if (Gate.HasStood) notes.LoggedIn(Traits.Greeting?.Lines[0], Traits.Features);
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

    private bool IsLimit(FtpException failure, bool isGreeted) => !Breaker.IsOpen
        && FailurePolicy.Judge(failure, Gate.LetIn - (isGreeted ? 1 : 0), Gate.HasStood).Action == FailureAction.LowerCeiling;

    private void NoteClosed(bool hasLeft)
    {
        if (budget is null) return;
        Interlocked.Decrement(ref _counted);
        budget.Closed(hasLeft);
    }
}
