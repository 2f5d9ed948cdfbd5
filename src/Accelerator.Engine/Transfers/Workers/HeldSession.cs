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
        await LoseAsync(byLimit: false).ConfigureAwait(false);
        context.Meter.Set(slot, StreamState.Connecting);
        context.Notify(StreamEventKind.Connecting, slot);
        (_session, _era) = await route.RentAsync(cancellationToken).ConfigureAwait(false);
        context.Notify(StreamEventKind.LoggedIn, slot);
        return _session;
    }

    /// <summary>Whether the session predates the last time the route fell silent: nothing may be sent over it.</summary>
    public bool IsStale => _session is not null && _era != route.Breaker.Era;

    /// <summary>Whether the held session is the only open one of its server and login.</summary>
    public bool IsOnly => _session is not null && route.Gate.Standing == 1;

    /// <summary>Closes the session.</summary>
    /// <param name="byLimit">Whether the server refused it because of its limit.</param>
    /// <param name="refusal">The server's reply.</param>
    public async ValueTask LoseAsync(bool byLimit, Exception? refusal = null)
    {
        if (_session is not { } session) return;
        _session = null;
        await route.Sessions.DropAsync(session, byLimit, refusal, isDead: _era != route.Breaker.Era).ConfigureAwait(false);
    }

    /// <summary>Closes the session when it is dead.</summary>
    public ValueTask LoseDeadAsync() => _session is { IsUsable: false } ? LoseAsync(byLimit: false) : ValueTask.CompletedTask;

    /// <summary>Returns the session for use by others.</summary>
    public async ValueTask ReturnAsync()
    {
        if (_session is not { } session) return;
        if (IsStale)
        {
            await LoseAsync(byLimit: false).ConfigureAwait(false);
            return;
        }
        _session = null;
        await route.Sessions.ReturnAsync(session).ConfigureAwait(false);
    }

    /// <summary>Classifies a failure, given how many other sessions are open.</summary>
    public FailureVerdict Judge(Exception failure) => route.Sessions.Judge(failure, held: _session is null ? 0 : 1);
}
