using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// The sessions of one server that runs and listings share, one after another or side by side: never more than the bound, whoever asks for
/// them, and what one has learned of the server the next one knows. Closing them says good-bye.
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

    /// <summary>Sessions that are logged in now at the server itself.</summary>
    public int Standing => _routes.Routes.Where(route => route.Serves(_source)).Sum(route => route.Gate.Standing);

    /// <summary>Further servers that these sessions lead to, and who logs in there; their paths are empty.</summary>
    public IReadOnlyList<TransferSource> Replicas { get; }

    /// <summary>The lanes.</summary>
    internal IReadOnlyList<Route> Routes => _routes.Routes;

    /// <summary>Recalls what is known of the server. Nothing is connected yet.</summary>
    /// <param name="request">How the server is spoken to; <see cref="TransferRequest.MaxStreams"/> is the bound on sessions. Its items are
    /// not read.</param>
    /// <param name="source">The server, and who logs in there; its path is not read.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static Task<ServerSessions> OpenAsync(
        TransferRequest request, TransferSource source, TimeProvider time, CancellationToken cancellationToken) =>
        OpenAsync(request, source, new Dictionary<TransferSource, SessionBudget>(), time, cancellationToken);

    /// <summary>The same with further servers that hold the same files; the looks and listings are the first one's.</summary>
    /// <param name="request">How the servers are spoken to.</param>
    /// <param name="source">The server that says what there is.</param>
    /// <param name="replicas">The others, and how many sessions each allows.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static async Task<ServerSessions> OpenAsync(
        TransferRequest request, TransferSource source, IReadOnlyDictionary<TransferSource, SessionBudget> replicas, TimeProvider time,
        CancellationToken cancellationToken) =>
        new(await RouteSet.OpenAsync(request, [source, .. replicas.Keys], time, cancellationToken, replicas).ConfigureAwait(false), source,
            [.. replicas.Keys]);

    /// <summary>
    /// Closes sessions that nobody uses, as long as there are more than <see cref="TransferRequest.SessionBudget"/> allows.
    /// </summary>
    public Task TrimAsync() => Task.WhenAll(_routes.Routes.Select(route => route.Sessions.TrimAsync()));

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _routes.DisposeAsync();
}
