using System.Net;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Ftp.Sessions;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Upstream;

/// <summary>One login at one upstream server, with the sessions that its clients and their transfers share.</summary>
internal sealed class UpstreamLogin : IAsyncDisposable
{
    // With 32, a file of 4 round trips comes in an eighth of one.
    private const int MostAhead = 32;

    private readonly ServerSessions _sessions;
    private readonly IReadOnlyList<UpstreamReplica> _replicas;
    private readonly IReadOnlyList<Route> _own;
    private IAsyncDisposable? _user;

    private UpstreamLogin(
        UpstreamServer server, TransferSource source, IReadOnlyList<UpstreamReplica> replicas, ServerSessions sessions, TimeProvider time)
    {
        (Server, Source, _replicas, _sessions, Clients) = (server, source, replicas, sessions, new IdleClients(time));
        _own = [.. sessions.Routes.Where(route => route.Serves(source))];
        Rate = server.Request.SharedRate ?? server.Request.NewRate(time);
    }

    /// <summary>How to connect to the server.</summary>
    public UpstreamServer Server { get; }

    /// <summary>The server and the login; the path is empty.</summary>
    public TransferSource Source { get; }

    /// <summary>The limit of all its downloads together, also of those into memory.</summary>
    public RateBudget Rate { get; }

    /// <summary>The clients of the login.</summary>
    public IdleClients Clients { get; }

    private Route Route => _own[0];

    /// <summary>Loads the site profile. Nothing is connected yet.</summary>
    /// <param name="server">The server.</param>
    /// <param name="credential">The login.</param>
    /// <param name="address">The only address to connect to, if the server's name was checked; null for any that the name has.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public static async Task<UpstreamLogin> OpenAsync(
        UpstreamServer server, FtpCredential credential, IPAddress? address, TimeProvider time, CancellationToken cancellationToken)
    {
        var home = FtpPath.FromBytes([], server.Request.Charset);
        var source = new TransferSource(server.Endpoint, credential, home) { Proxy = server.Proxy };
        // A replica with the same login at the same server would share the sessions of the server.
        List<UpstreamReplica> replicas = [.. server.Replicas.Where(replica => LoginOf(replica) != source)];
        var budgets = replicas.DistinctBy(LoginOf).ToDictionary(
            LoginOf, replica => new SessionBudget { Most = replica.MostSessions ?? server.Request.MostStreams });
        var sessions = await ServerSessions.OpenAsync(server.Request, source, budgets, time, cancellationToken).ConfigureAwait(false);
        var login = new UpstreamLogin(server, source, replicas, sessions, time);
        // Without this the name would be resolved again, and might then lead to an address that was not checked.
        if (address is not null)
        {
            foreach (var route in login._own) route.Sessions.Traits.Address.Choose(address);
        }
        return login;

        TransferSource LoginOf(UpstreamReplica replica) => replica.Root with { Path = home };
    }

    /// <summary>
    /// How many sessions may be used for work that no client waits for: at most as many as the request has streams, and half of those that
    /// the server has shown to allow.
    /// </summary>
    public int SessionsAhead
    {
        get
        {
            var wanted = Math.Min(MostAhead, Server.Request.MostStreams);
            return Route.Gate.Ceiling is var ceiling && ceiling < int.MaxValue ? Math.Min(wanted, ceiling / 2) : wanted;
        }
    }

    /// <summary>
    /// Returns the sources of a file: the server, and for a file of <see cref="TransferItem.LeastForReplicas"/> or more the replicas that
    /// may serve it now.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="size">Its bytes; null if unknown.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task<IReadOnlyList<TransferSource>> SourcesOfAsync(FtpPath path, long? size, CancellationToken cancellationToken)
    {
        var own = Source with { Path = path };
        if (!(size >= TransferItem.LeastForReplicas)) return [own];
        List<UpstreamReplica> replicas = [.. _replicas.Where(replica => replica.IsAvailable())];
        var home = path.IsAbsolute && replicas.Exists(replica => !replica.Root.Path.IsEmpty)
            ? await HomeAsync(cancellationToken).ConfigureAwait(false) : null;
        return [own, .. replicas.Select(replica => replica.Find(path, home, Server.Request.Charset)).OfType<TransferSource>()];
    }

    /// <summary>Returns the routes to the sources of a file, for the engine; those of the server come first.</summary>
    /// <param name="sources">The sources.</param>
    public IReadOnlyList<Route> RoutesTo(IReadOnlyList<TransferSource> sources) => sources.Count > 1 ? _sessions.Routes : _own;

    /// <summary>Makes the login dispose of a user of its sessions before it closes them.</summary>
    public void Own(IAsyncDisposable user) => _user = user;

    /// <summary>Takes the idle sessions of clients back where no more may be opened: a transfer needs them for its streams.</summary>
    public Task FreeIdleAsync(CancellationToken cancellationToken) => Clients.FreeAsync(Route, cancellationToken);

    /// <summary>
    /// Takes a session in TYPE I that the server has not ended, or opens one; waits while the server is full, and takes the idle session of
    /// a client then.
    /// </summary>
    /// <exception cref="FtpException">The server refused, or cannot be reached.</exception>
    /// <exception cref="TransferException">The server still allowed no session after all retries.</exception>
    public async Task<FtpSession> RentAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var session = await Clients.TakeAsync(Route, cancellationToken).ConfigureAwait(false);
            if (await session.Control.StandsAsync(cancellationToken).ConfigureAwait(false)) return session;
            await DropAsync(session).ConfigureAwait(false);
        }
    }

    /// <summary>Lists a folder.</summary>
    /// <param name="folder">The folder; empty for the login folder.</param>
    /// <param name="most">The most entries to keep.</param>
    /// <param name="mostBytes">The most bytes of names to keep, with the targets of links.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The entries, and whether they are all.</returns>
    /// <exception cref="TransferException">It could not be listed.</exception>
    public async Task<(IReadOnlyList<ListingEntry> Entries, bool AreAll)> ListAsync(
        FtpPath folder, int most, int mostBytes, CancellationToken cancellationToken)
    {
        var entries = new List<ListingEntry>();
        var (count, bytes) = (0L, 0L);
        var outcome = await new FolderReader(Route).ReadAsync(
            folder,
            () =>
            {
                entries.Clear();
                (count, bytes) = (0, 0);
            },
            entry =>
            {
                count++;
                bytes += entry.Name.Bytes.Length + (entry.Target?.Bytes.Length ?? 0);
                if (count <= most && bytes <= mostBytes) entries.Add(entry);
                return ValueTask.CompletedTask;
            },
            cancellationToken).ConfigureAwait(false);
        return (entries, outcome.IsComplete && entries.Count == count);
    }

    /// <summary>Returns a session in TYPE I for others; a dead one is closed.</summary>
    public ValueTask ReturnAsync(FtpSession session) => Route.Sessions.ReturnAsync(session);

    /// <summary>Closes a session.</summary>
    public ValueTask DropAsync(FtpSession session) => Route.Sessions.DropAsync(session, isDead: !session.IsUsable);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_user is not null) await _user.DisposeAsync().ConfigureAwait(false);
        await _sessions.DisposeAsync().ConfigureAwait(false);
    }

    // Null if the server does not report it: a replica is no reason for a transfer to fail.
    private async Task<FtpPath?> HomeAsync(CancellationToken cancellationToken)
    {
        if (Route.Sessions.Traits.Home is { } known) return known;
        FtpSession? session = null;
        try
        {
            session = await RentAsync(cancellationToken).ConfigureAwait(false);
            return await session.Folder.HomeAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException)
        {
            return null;
        }
        finally
        {
            if (session is { IsUsable: true }) await ReturnAsync(session).ConfigureAwait(false);
            else if (session is not null) await DropAsync(session).ConfigureAwait(false);
        }
    }
}
