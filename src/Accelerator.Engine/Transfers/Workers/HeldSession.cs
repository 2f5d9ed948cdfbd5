using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// The one session a stream holds, or none. Every session is acquired and released through this class, so that the gate's count is right.
/// </summary>
internal sealed class HeldSession(int slot, Route route, WorkerContext context)
{
    private FtpSession? _session;
    private int _era;

    /// <summary>Returns the held session, or a new one when it is dead or there is none.</summary>
    public async ValueTask<FtpSession> UseAsync(CancellationToken cancellationToken)
    {
        if (_session is { IsUsable: true } session && !IsStale) return session;
        await LoseAsync().ConfigureAwait(false);
        context.Meter.Set(slot, StreamState.Connecting);
        context.Notify(StreamEventKind.Connecting, slot);
        (_session, _era) = await route.RentAsync(cancellationToken).ConfigureAwait(false);
        context.Notify(StreamEventKind.LoggedIn, slot);
        return _session;
    }

    /// <summary>Whether a session is held whose data connection is open or being opened.</summary>
    public bool IsPrepared => _session is { IsPrepared: true };

    /// <summary>The connect of its next data connection while it is in progress; null otherwise.</summary>
    public Task? Connecting => _session?.Connecting;

    /// <summary>Whether the session predates the last time the route fell silent: nothing may be sent over it.</summary>
    public bool IsStale => _session is not null && _era != route.Breaker.Era;

    /// <summary>Closes the session.</summary>
    public ValueTask LoseAsync() => LoseAsync(limit: null);

    /// <summary>Closes the session, which the server refused because of its limit.</summary>
    /// <param name="refusal">The server's reply.</param>
    /// <returns>Whether it was the only open one of its server and login: with several, each refusal means one session less; the only one
    /// could be admitted and refused forever.</returns>
    public async ValueTask<bool> LoseToLimitAsync(Exception refusal)
    {
        var isOnly = _session is not null && route.Gate.Standing == 1;
        await LoseAsync(refusal).ConfigureAwait(false);
        return isOnly;
    }

    /// <summary>Closes the session when it is dead.</summary>
    public ValueTask LoseDeadAsync() => _session is { IsUsable: false } ? LoseAsync() : ValueTask.CompletedTask;

    /// <summary>Returns the session for use by others.</summary>
    public async ValueTask ReturnAsync()
    {
        if (_session is not { } session) return;
        if (IsStale)
        {
            await LoseAsync().ConfigureAwait(false);
            return;
        }
        _session = null;
        await route.Sessions.ReturnAsync(session).ConfigureAwait(false);
    }

    /// <summary>Classifies a failure, given how many other sessions are open.</summary>
    public FailureVerdict Judge(Exception failure) => route.Sessions.Judge(failure, held: _session is null ? 0 : 1);

    private async ValueTask LoseAsync(Exception? limit)
    {
        if (_session is not { } session) return;
        _session = null;
        await route.Sessions.DropAsync(session, limit is not null, limit, isDead: _era != route.Breaker.Era).ConfigureAwait(false);
    }
}
