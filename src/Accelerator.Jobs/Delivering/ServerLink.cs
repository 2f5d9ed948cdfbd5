using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Ftp;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// The sessions of one server, for all polls and deliveries: never more than the job file allows. Idle sessions stay open for a while, so
/// that the next poll needs no login. After a failure new sessions are opened, because what was learned about a failed server may not hold
/// when it is back.
/// </summary>
/// <param name="linkOf">Gets the sessions of another server of the job file; null if there are none.</param>
internal sealed class ServerLink(ServerDefinition server, JobTools tools, Func<string, ServerLink?> linkOf) : IAsyncDisposable
{
    /// <summary>
    /// The maximum idle time: shorter than what a server allows an idle session (<c>FtpSessionPool.MaxIdle</c>), longer than the usual time
    /// between polls.
    /// </summary>
    private static readonly TimeSpan LongestIdle = TimeSpan.FromSeconds(45);

    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly TransferRequest _request = new()
    {
        Items = [],
        MaxStreams = Math.Min(server.Sessions, 64),
        Overwrite = true,
        Sites = tools.Sites,
        MaxListing = server.MaxListing,
    };
    private readonly ServerBinding _paths = new(server, tools);
    private readonly HashSet<object> _waiting = [];
    private Shared? _current;
    private long _idleSince;

    /// <summary>The number of sessions that are logged in, or leased to transfers between servers.</summary>
    public int Standing => (_current?.Sessions.Standing ?? 0) + SessionBudget.Leased;

    /// <summary>
    /// The session budget: <see cref="ServerDefinition.Sessions"/>, or this node's share if several nodes share the server.
    /// </summary>
    public SessionBudget SessionBudget { get; } = new() { Most = tools.Ledger.IsShared ? 0 : server.Sessions };

    /// <summary>The number of sessions that the job file allows.</summary>
    public int MostSessions => server.Sessions;

    /// <summary>Whether one of the job file's limits by the time of day applies.</summary>
    public bool IsLimitedNow => BandwidthWindow.LimitAt(server.Bandwidth, tools.Time.GetUtcNow()) is not null;

    /// <summary>The connection options for the server.</summary>
    public TransferRequest Request => _request with { SessionBudget = SessionBudget };

    /// <summary>Leases sessions to a transfer between servers, which opens its own.</summary>
    /// <param name="borrower">The caller. If no session is free, runs and listings leave one free until this caller asks again or stops
    /// waiting.</param>
    /// <param name="most">The maximum number of sessions.</param>
    /// <returns>The lease; null if no session is free now.</returns>
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

    /// <summary>Notes that a caller no longer waits for a session.</summary>
    public void StopWaiting(object borrower)
    {
        lock (_waiting)
        {
            if (_waiting.Remove(borrower)) SessionBudget.Awaited = _waiting.Count;
        }
    }

    /// <summary>Whether transfers between servers have sessions here, or wait for some.</summary>
    public bool IsLeaseRequested => SessionBudget.Leased + SessionBudget.Awaited > 0;

    /// <summary>Gets the server with its login as a source; its path is empty.</summary>
    /// <exception cref="TransferException">The credential does not exist.</exception>
    public async Task<TransferSource> SourceAsync(CancellationToken cancellationToken)
    {
        var login = await LoginAsync(server, server.Name, cancellationToken).ConfigureAwait(false);
        return new TransferSource(server.Endpoint, login, FtpPath.FromBytes([], FtpCharsets.Utf8))
        {
            Proxy = await ProxyAsync(cancellationToken).ConfigureAwait(false),
        };
    }

    /// <summary>
    /// Returns the further addresses of the server, and the replicas, that may serve bytes of a file which is started now.
    /// </summary>
    /// <param name="sessions">The sessions taken.</param>
    public IReadOnlyList<TransferSource> ReplicasNow(ServerSessions sessions) => _current is { } current && current.Sessions == sessions
        ? [.. sessions.Replicas.Where(other => other.IsOtherAddressOf(sessions.Source) || current.Leases.MayGive(other))] : [];

    /// <summary>Gets the local path that listings use; null for the system's choice.</summary>
    /// <exception cref="TransferException">None of the interfaces that the job file names exists.</exception>
    public LocalPath? FirstPath() => _paths.Find()[0];

    /// <summary>Takes the sessions, to be given back by <see cref="GiveBackAsync"/>.</summary>
    /// <exception cref="TransferException">The credential does not exist, or none of the interfaces that the job file names
    /// does.</exception>
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
    /// <param name="sessions">The sessions taken.</param>
    /// <param name="isSpent">Whether a failure may have left its mark on the sessions: the next caller then gets new ones.</param>
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

    /// <summary>Closes unused sessions as long as there are more than allowed.</summary>
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

    /// <summary>Logs out if the server has been idle for a while.</summary>
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

    public async ValueTask DisposeAsync()
    {
        await CloseIdleAsync(isOver: true, CancellationToken.None).ConfigureAwait(false);
        _turn.Dispose();
    }

    private async ValueTask<ProxyAddress?> ProxyAsync(CancellationToken cancellationToken)
    {
        if (server.Proxy is not { User: { } user } proxy) return server.Proxy;
        var atProxy = server with { User = user, Credential = server.ProxyCredential };
        var login = await LoginAsync(atProxy, $"the proxy of {server.Name}", cancellationToken).ConfigureAwait(false);
        return proxy with { Password = login.Password };
    }

    private async Task<FtpCredential> LoginAsync(ServerDefinition at, string place, CancellationToken cancellationToken)
    {
        try
        {
            return await tools.Login(at, cancellationToken).ConfigureAwait(false);
        }
        catch (CredentialException e)
        {
            throw new TransferException(FailureKind.Login, $"The service cannot log in to {place} as {at.User}. {e.Message}", e);
        }
    }

    private async Task<Shared> OpenAsync(CancellationToken cancellationToken)
    {
        var source = await SourceAsync(cancellationToken).ConfigureAwait(false);
        var request = Request with { LocalPaths = _paths.Find(), Addresses = server.Addresses };
        // The first one that answers lists the files, and is authoritative for them.
        var own = await AddressExpansion.ExpandAsync(request, source, tools.Time, cancellationToken).ConfigureAwait(false);
        var leases = new ReplicaSessionLeases(server, tools, linkOf);
        try
        {
            var replicas = await leases.TakeAsync(this, cancellationToken).ConfigureAwait(false);
            // All addresses of the server share its session budget.
            var others = own.Skip(1).Select(address => KeyValuePair.Create(address, SessionBudget)).Concat(replicas).ToDictionary();
            return new Shared(
                await ServerSessions.OpenAsync(request, own[0], others, tools.Time, cancellationToken).ConfigureAwait(false), leases);
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
/// Sessions of a server that a transfer between servers may open itself, until this is disposed. They count towards the limit of the job
/// file.
/// </summary>
/// <param name="sessionBudget">The budget they belong to.</param>
/// <param name="count">The number of sessions.</param>
internal sealed class SessionLease(SessionBudget sessionBudget, int count) : IDisposable
{
    private int _left = count;

    /// <summary>The number of sessions.</summary>
    public int Count { get; } = count;

    public void Dispose()
    {
        for (var left = Interlocked.Exchange(ref _left, 0); left > 0; left--) sessionBudget.ReturnLease();
    }
}
