using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Probing;

/// <summary>
/// The sessions of a probe, opened through the site's gate and only as needed. No connection is requested after the first refusal: unlike a
/// transfer a probe never waits for a full server.
/// </summary>
internal sealed class ProbeSessions(SessionProfile profile, int most, TimeProvider time, Action<FtpTraceLine>? trace) : IAsyncDisposable
{
    /// <summary>Connections that are opened at one time: the most refusals that a server can see.</summary>
    public const int MostAtOnce = 3;

    private readonly SiteSessions _sessions =
        new(profile, most, new SiteProfile(memory: null, SiteKey.Of(profile.Endpoint, profile.Credential.User), time), time, trace);
    private readonly object _lock = new();
    private readonly List<FtpSession> _open = [];
    private readonly List<string> _failures = [];
    private int _refusals;
    private int? _mostTransfers;

    /// <summary>The server's traits observed so far.</summary>
    public ServerTraits Traits => _sessions.Traits;

    /// <summary>Connections, or transfers, that the server refused because of its limit.</summary>
    public int Refusals => Volatile.Read(ref _refusals);

    /// <summary>Sessions, or transfers, that the server allows; null before the first refusal.</summary>
    public int? Ceiling => _mostTransfers ?? (_sessions.Gate.Ceiling == int.MaxValue ? null : _sessions.Gate.Ceiling);

    /// <summary>The failures, refusals included, each sentence once; safe to print.</summary>
    public IReadOnlyList<string> Failures
    {
        get { lock (_lock) return [.. _failures.Distinct()]; }
    }

    /// <summary>Opens the first session.</summary>
    /// <param name="greeted">Called when the greeting has arrived.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The server refused the login; the message says why.</exception>
    public async Task<FtpSession> OpenFirstAsync(Action greeted, CancellationToken cancellationToken)
    {
        try
        {
            await WaitForTurnAsync(cancellationToken).ConfigureAwait(false);
            return await ConnectAsync(greeted, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e)
        {
            throw new TransferException(FailurePolicy.Judge(e, 0, hasStood: false).Kind, e.Message, e);
        }
    }

    /// <summary>Opens more sessions, a few at a time, until the first that fails.</summary>
    /// <returns>The sessions that were opened.</returns>
    public async Task<IReadOnlyList<FtpSession>> OpenAsync(int count, CancellationToken cancellationToken)
    {
        var opened = new List<FtpSession>();
        while (opened.Count < count)
        {
            var wave = Enumerable.Range(0, Math.Min(count - opened.Count, MostAtOnce)).Select(_ => TryOpenAsync(cancellationToken));
            var sessions = await Task.WhenAll(wave).ConfigureAwait(false);
            opened.AddRange(sessions.OfType<FtpSession>());
            if (sessions.Any(session => session is null)) break;
        }
        return opened;
    }

    /// <summary>Records why a stream ended by itself.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="others">Streams that continue: where the failure is caused by a limit, the ceiling.</param>
    public void Note(Exception failure, int others)
    {
        var isLimit = FailurePolicy.Judge(failure, others, hasStood: true).Action == FailureAction.LowerCeiling;
        if (isLimit) Interlocked.Increment(ref _refusals);
        lock (_lock)
        {
            _failures.Add(SafeText.Escape(failure.Message));
            if (isLimit) _mostTransfers = Math.Max(others, 1);
        }
    }

    /// <summary>Ends a session.</summary>
    public async ValueTask CloseAsync(FtpSession session)
    {
        lock (_lock)
        {
            if (!_open.Remove(session)) return;
        }
        await _sessions.DropAsync(session).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        List<FtpSession> all;
        lock (_lock) all = [.. _open];
        await Task.WhenAll(all.Select(session => CloseAsync(session).AsTask())).ConfigureAwait(false);
        await _sessions.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<FtpSession?> TryOpenAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (!await WaitForTurnAsync(cancellationToken).ConfigureAwait(false)) return null;
            return await ConnectAsync(greeted: null, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e)
        {
            lock (_lock) _failures.Add(SafeText.Escape(e.Message));
            return null;
        }
    }

    // False when a refusal came first: then do not wait for the gate's cool-down.
    private async Task<bool> WaitForTurnAsync(CancellationToken cancellationToken)
    {
        while (Refusals == 0)
        {
            if (_sessions.TryEnter() is not { } wait) return true;
            await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
        }
        return false;
    }

    private async Task<FtpSession> ConnectAsync(Action? greeted, CancellationToken cancellationToken)
    {
        var (session, refusal) = await _sessions.OpenAsync(cancellationToken, greeted).ConfigureAwait(false);
        if (refusal is not null)
        {
            Interlocked.Increment(ref _refusals);
            throw refusal;
        }
        lock (_lock) _open.Add(session!);
        return session!;
    }
}
