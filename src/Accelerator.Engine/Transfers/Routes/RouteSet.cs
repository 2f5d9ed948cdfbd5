using System.Net;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Transfers.Routes;

/// <summary>
/// The routes of one run: one for each source by each local path. Disposal sends QUIT to every server and saves what was learned.
/// </summary>
internal sealed class RouteSet : IAsyncDisposable
{
    private RouteSet(IReadOnlyList<Route> routes) => Routes = routes;

    /// <summary>The routes; those of the first source come first.</summary>
    public IReadOnlyList<Route> Routes { get; }

    /// <summary>Creates the routes and loads the profiles of their sites. Nothing is connected yet.</summary>
    /// <param name="request">How to connect to the servers.</param>
    /// <param name="sources">The sources.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the loading.</param>
    /// <param name="sessionBudgets">Session bounds of sources that have their own, in place of the request's.</param>
    public static async Task<RouteSet> OpenAsync(
        TransferRequest request, IEnumerable<TransferSource> sources, TimeProvider time, CancellationToken cancellationToken,
        IReadOnlyDictionary<TransferSource, SessionBudget>? sessionBudgets = null)
    {
        var trace = request.Trace is { } write ? Serialise(write) : null;
        var logins = sources.Select(LoginOf).Distinct().ToList();
        var own = sessionBudgets?.ToDictionary(entry => LoginOf(entry.Key), entry => entry.Value) ?? [];
        var addresses = logins.Select(login => (login.Endpoint, login.Address)).Distinct()
            .ToDictionary(server => server, server => new ServerAddress(server.Address));
        var retry = new RetryPipeline(time, request.Retries);
        var isManyPaths = request.LocalPaths.Count > 1;
        var pairs = (from login in logins
                     from path in Leading(request.LocalPaths, login.Address)
                     select (Login: login, Path: path)).ToList();
        var set = new RouteSet([.. pairs.Select((pair, index) => new Route(
            new SessionProfile
            {
                Endpoint = pair.Login.Endpoint,
                Credential = pair.Login.Credential,
                LocalPath = pair.Path,
                Proxy = pair.Login.Proxy,
                Charset = request.Charset,
                ActiveMode = request.ActiveMode,
                Pipelining = request.Pipelining,
                ReceiveBuffer = request.ReceiveBuffer,
                MaxListing = request.MaxListing,
                Multipath = request.Multipath,
                AcceptAnyCertificate = request.AcceptAnyCertificate,
                Timeouts = request.Timeouts,
            },
            request.MostStreams,
            new SiteProfile(
                request.Sites,
                KeyOf(pair.Login, isManyPaths ? pair.Path : null).Through(pair.Login.Proxy),
                time),
            time,
            trace?.Invoke(index),
            own.GetValueOrDefault(pair.Login) ?? request.SessionBudget,
            index,
            addresses[(pair.Login.Endpoint, pair.Login.Address)])
        {
            Retry = retry,
            Address = pair.Login.Address,
            Name = string.Join(' ', ((string?[])[
                logins.Count > 1 ? $"from {pair.Login.Endpoint.Scheme}://{pair.Login.Endpoint}" : null,
                logins.Count > 1 && pair.Login.Address is { } address ? $"at {address}" : null,
                isManyPaths ? $"by {pair.Path}" : null]).OfType<string>()),
        })]);
        foreach (var route in set.Routes) await route.RecallAsync(cancellationToken).ConfigureAwait(false);
        return set;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // In parallel: QUIT on a dead path takes its time.
        await Task.WhenAll(Routes.Select(route => route.DisposeAsync().AsTask())).ConfigureAwait(false);
        // In sequence: each takes the lock of the site profiles' folder.
        foreach (var route in Routes) await route.RememberAsync().ConfigureAwait(false);
    }

    private static SiteLogin LoginOf(TransferSource source) => new(source.Endpoint, source.Credential, source.Proxy, source.Address);

    // A path without an address of the server's family leads nowhere. If none leads there, the first session reports it.
    private static IEnumerable<LocalPath?> Leading(IReadOnlyList<LocalPath?> paths, IPAddress? address)
    {
        if (address is null) return paths;
        var usable = paths.Where(path => path is null || path.For(address.AddressFamily) is not null).ToList();
        return usable.Count > 0 ? usable : paths;
    }

    private static SiteKey KeyOf(SiteLogin login, LocalPath? path)
    {
        var key = SiteKey.Of(login.Endpoint, login.Credential.User);
        return (path, login.Address) switch
        {
            (null, null) => key,
            (null, { } address) => key.By($"address {address}"),
            ({ } way, null) => key.By(way.Name),
            ({ } way, { } address) => key.By($"{way.Name} to {address}"),
        };
    }

    private sealed record SiteLogin(FtpEndpoint Endpoint, FtpCredential Credential, ProxyAddress? Proxy, IPAddress? Address);

    // Each route numbers its connections from 1; in one file they share a count, in the order of their first lines.
    private static Func<int, Action<FtpTraceLine>> Serialise(Action<FtpTraceLine> write)
    {
        var numbers = new Dictionary<(int Route, int Session), int>();
        return route => line =>
        {
            lock (numbers)
            {
                if (!numbers.TryGetValue((route, line.Session), out var number))
                    numbers.Add((route, line.Session), number = numbers.Count + 1);
                write(line with { Session = number });
            }
        };
    }
}
