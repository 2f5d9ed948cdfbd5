using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// The sessions of one server that runs and listings share, in sequence or in parallel: their number never exceeds the bound in total, and
/// each user profits from what the previous ones have learned of the server. Disposal sends QUIT.
/// </summary>
public sealed class ServerSessions : IAsyncDisposable
{
    private readonly RouteSet _routes;
    private readonly TransferSource _source;

    private ServerSessions(RouteSet routes, TransferSource source, IReadOnlyList<TransferSource> replicas)
    {
        (_routes, _source) = (routes, source);
        Replicas = replicas;
    }

    /// <summary>Sessions logged in at the server itself now.</summary>
    public int Standing => _routes.Routes.Where(IsOwn).Sum(route => route.Gate.Standing);

    /// <summary>
    /// The server itself and its login; its path is empty. Items to fetch over these sessions name it as their first source.
    /// </summary>
    internal TransferSource Source => _source;

    /// <summary>Further servers that these sessions lead to, and their logins; their paths are empty.</summary>
    public IReadOnlyList<TransferSource> Replicas { get; }

    /// <summary>The routes.</summary>
    internal IReadOnlyList<Route> Routes => _routes.Routes;

    /// <summary>Loads the site profile of the server. Nothing is connected yet.</summary>
    /// <param name="request">How to connect to the server; <see cref="TransferRequest.MaxStreams"/> is the bound on sessions. Its items are
    /// ignored.</param>
    /// <param name="source">The server and the login; its path is ignored.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the loading.</param>
    public static Task<ServerSessions> OpenAsync(
        TransferRequest request, TransferSource source, TimeProvider time, CancellationToken cancellationToken) =>
        OpenAsync(request, source, new Dictionary<TransferSource, SessionBudget>(), time, cancellationToken);

    /// <summary>
    /// Loads the site profiles of a server and of further servers that hold the same files; polls and listings use the first one.
    /// </summary>
    /// <param name="request">How to connect to the servers.</param>
    /// <param name="source">The server that lists the files.</param>
    /// <param name="replicas">The other servers, and the number of sessions each allows.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the loading.</param>
    public static async Task<ServerSessions> OpenAsync(
        TransferRequest request, TransferSource source, IReadOnlyDictionary<TransferSource, SessionBudget> replicas, TimeProvider time,
        CancellationToken cancellationToken) =>
        new(await RouteSet.OpenAsync(request, [source, .. replicas.Keys], time, cancellationToken, replicas).ConfigureAwait(false), source,
            [.. replicas.Keys]);

    /// <summary>
    /// Closes sessions that were idle for 50 s or more, before their server does, and unused sessions while there are more than
    /// <see cref="TransferRequest.SessionBudget"/> allows. The owner calls it every 10 s or so while no run uses the sessions.
    /// </summary>
    public Task TrimAsync() => Task.WhenAll(_routes.Routes.Select(route => route.Sessions.TrimAsync()));

    // Further addresses of the server are sources of their own.
    private bool IsOwn(Route route) =>
        route.Serves(_source) || Replicas.Any(other => other.IsOtherAddressOf(_source) && route.Serves(other));

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _routes.DisposeAsync();
}
