using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// The one session a stream holds, or none. Every way of getting and losing it goes through here, so that the gate's count is right.
/// </summary>
internal sealed class HeldSession(int slot, Route route, WorkerContext context)
{
    private FtpSession? _session;
    private int _era;

    /// <summary>The session held, or another one when it is dead or there is none.</summary>
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

    /// <summary>Whether the session is from before the lane last fell silent: nothing may be sent over it.</summary>
    public bool IsStale => _session is not null && _era != route.Breaker.Era;

    /// <summary>Closes the session.</summary>
    /// <param name="byLimit">Whether the server refused it for its limit.</param>
    /// <param name="refusal">What the server said then.</param>
    public async ValueTask LoseAsync(bool byLimit, Exception? refusal = null)
    {
        if (_session is not { } session) return;
        _session = null;
        await route.Sessions.DropAsync(session, byLimit, refusal, isDead: _era != route.Breaker.Era).ConfigureAwait(false);
    }

    /// <summary>Closes the session when it is dead.</summary>
    public ValueTask LoseDeadAsync() => _session is { IsUsable: false } ? LoseAsync(byLimit: false) : ValueTask.CompletedTask;

    /// <summary>Gives the session back for others.</summary>
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

    /// <summary>What a failure means, given how many other sessions stand.</summary>
    public FailureVerdict Judge(Exception failure) => route.Sessions.Judge(failure, held: _session is null ? 0 : 1);
}
