using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// The sessions of one server, for all looks and deliveries: never more than the job file allows. They stay for a while when nobody needs
/// them, so that the next look costs no login; after a failure new ones are made, because what was found out of a server that is gone says
/// nothing of it when it is back.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="tools">What the work is done with.</param>
/// <param name="linkOf">The sessions of another server of the job file; null where there are none.</param>
internal sealed class ServerLink(ServerDefinition server, JobTools tools, Func<string, ServerLink?> linkOf) : IAsyncDisposable
{
    /// <summary>
    /// Shorter than what a server allows an idle session (<c>FtpSessionPool.MaxIdle</c>), longer than the usual time from look to look.
    /// </summary>
    private static readonly TimeSpan LongestIdle = TimeSpan.FromSeconds(45);

    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly TransferRequest _request = new()
    {
        Items = [],
        MaxStreams = Math.Min(server.Sessions, 64),
        Overwrite = true,
        Sites = tools.Sites,
    };
    private readonly ServerBinding _paths = new(server, tools);
    private readonly HashSet<object> _waiting = [];
    private Shared? _current;
    private long _idleSince;

    /// <summary>Sessions that are logged in, or lent to transfers between servers.</summary>
    public int Standing => (_current?.Sessions.Standing ?? 0) + SessionBudget.Leased;

    /// <summary>
    /// How many sessions there may be: <see cref="ServerDefinition.Sessions"/>, or this node's share where several nodes share the server.
    /// </summary>
    public SessionBudget SessionBudget { get; } = new() { Most = tools.Ledger.IsShared ? 0 : server.Sessions };

    /// <summary>Sessions that the job file allows.</summary>
    public int MostSessions => server.Sessions;

    /// <summary>Whether one of the job file's limits by the time of day holds.</summary>
    public bool IsLimitedNow => BandwidthWindow.LimitAt(server.Bandwidth, tools.Time.GetUtcNow()) is not null;

    /// <summary>How the server is spoken to.</summary>
    public TransferRequest Request => _request with { SessionBudget = SessionBudget };

    /// <summary>Lends sessions to a transfer between servers, which opens its own.</summary>
    /// <param name="borrower">Who asks: where there is none, runs and listings leave one free until he asks again, or waits no
    /// longer.</param>
    /// <param name="most">So many at most.</param>
    /// <returns>Null where there is none now.</returns>
    public SessionLease? TryLease(object borrower, int most)
    {
        lock (_waiting)
        {
            var count = 0;
            while (count < most && SessionBudget.TryLease()) count++;
            if (count > 0) _waiting.Remove(borrower);
            else _waiting.Add(borrower);
            SessionBudget.Awaited = _waiting.Count;
            return count > 0 ? new SessionLease(SessionBudget, count) : null;
        }
    }

    /// <summary>Whoever waited for a session no longer does.</summary>
    public void StopWaiting(object borrower)
    {
        lock (_waiting)
        {
            if (_waiting.Remove(borrower)) SessionBudget.Awaited = _waiting.Count;
        }
    }

    /// <summary>Whether transfers between servers have sessions here, or wait for some.</summary>
    public bool IsLeaseRequested => SessionBudget.Leased + SessionBudget.Awaited > 0;

    /// <summary>Who logs in there; its path is empty.</summary>
    /// <exception cref="TransferException">The credential is not there.</exception>
    public async Task<TransferSource> SourceAsync(CancellationToken cancellationToken)
    {
        try
        {
            return new TransferSource(server.Endpoint, await tools.Login(server, cancellationToken).ConfigureAwait(false),
                FtpPath.FromBytes([], FtpCharsets.Utf8));
        }
        catch (CredentialException e)
        {
            throw new TransferException(FailureKind.Login, e.Message, e);
        }
    }

    /// <summary>The replicas that may give bytes of a file which is begun now.</summary>
    /// <param name="sessions">What was taken.</param>
    public IReadOnlyList<TransferSource> ReplicasNow(ServerSessions sessions) =>
        _current is { } current && current.Sessions == sessions ? [.. sessions.Replicas.Where(current.Leases.MayGive)] : [];

    /// <summary>Takes the sessions, to be given back by <see cref="GiveBackAsync"/>.</summary>
    /// <exception cref="TransferException">The credential is not there, or none of the paths that the job file names is.</exception>
    public async Task<ServerSessions> TakeAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            _current ??= await OpenAsync(cancellationToken).ConfigureAwait(false);
            _current.Users++;
            return _current.Sessions;
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Gives the sessions back.</summary>
    /// <param name="sessions">What was taken.</param>
    /// <param name="isSpent">Whether something went wrong that they would remember: whoever comes next gets new ones.</param>
    public async Task GiveBackAsync(ServerSessions sessions, bool isSpent)
    {
        await _turn.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        Shared? over = null;
        try
        {
            if (_current is not { } current || current.Sessions != sessions) return;
            current.Users--;
            current.IsSpent |= isSpent;
            _idleSince = tools.Time.GetTimestamp();
            if (current is { IsSpent: true, Users: 0 }) (over, _current) = (current, null);
        }
        finally
        {
            _turn.Release();
            if (over is not null) await over.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Closes sessions that nobody uses, as long as there are more than are allowed.</summary>
    public async Task TrimAsync()
    {
        await _turn.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        try
        {
            if (_current is { } current) await current.Sessions.TrimAsync().ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Says good-bye where nobody has needed the server for a while.</summary>
    public async Task CloseIdleAsync(bool isOver, CancellationToken cancellationToken)
    {
        if (_current is null) return;
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        Shared? over = null;
        try
        {
            if (_current is { Users: 0 } idle && (isOver || tools.Time.GetElapsedTime(_idleSince) >= LongestIdle))
                (over, _current) = (idle, null);
        }
        finally
        {
            _turn.Release();
            if (over is not null) await over.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await CloseIdleAsync(isOver: true, CancellationToken.None).ConfigureAwait(false);
        _turn.Dispose();
    }

    private async Task<Shared> OpenAsync(CancellationToken cancellationToken)
    {
        var source = await SourceAsync(cancellationToken).ConfigureAwait(false);
        var request = Request with { LocalPaths = _paths.Find() };
        var leases = new ReplicaSessionLeases(server, tools, linkOf);
        try
        {
            var replicas = await leases.TakeAsync(this, cancellationToken).ConfigureAwait(false);
            return new Shared(
                await ServerSessions.OpenAsync(request, source, replicas, tools.Time, cancellationToken).ConfigureAwait(false), leases);
        }
        catch
        {
            leases.Dispose();
            throw;
        }
    }

    private sealed class Shared(ServerSessions sessions, ReplicaSessionLeases leases) : IAsyncDisposable
    {
        public ServerSessions Sessions => sessions;

        public ReplicaSessionLeases Leases => leases;

        public int Users { get; set; }

        public bool IsSpent { get; set; }

        public async ValueTask DisposeAsync()
        {
            await sessions.DisposeAsync().ConfigureAwait(false);
            leases.Dispose();
        }
    }
}

/// <summary>
/// Sessions of a server that a transfer between servers may open itself, until this is disposed: they count among those that the job file
/// allows.
/// </summary>
/// <param name="sessionBudget">Whose they are.</param>
/// <param name="count">How many.</param>
internal sealed class SessionLease(SessionBudget sessionBudget, int count) : IDisposable
{
    private int _left = count;

    /// <summary>How many.</summary>
    public int Count { get; } = count;

    /// <inheritdoc/>
    public void Dispose()
    {
        for (var left = Interlocked.Exchange(ref _left, 0); left > 0; left--) sessionBudget.ReturnLease();
    }
}
