namespace Accelerator.Engine.Transfers;

/// <summary>
/// The sessions of one server that runs and listings share, one after another or side by side: never more than the bound, whoever asks for them, and what
/// one has learned of the server the next one knows. Closing them says good-bye.
/// </summary>
public sealed class ServerSessions : IAsyncDisposable
{
    private readonly LaneSet _lanes;

    private ServerSessions(LaneSet lanes) => _lanes = lanes;

    /// <summary>Sessions that are logged in now.</summary>
    public int Standing => _lanes.Lanes.Sum(lane => lane.Gate.Standing);

    /// <summary>The lanes.</summary>
    internal IReadOnlyList<Lane> Lanes => _lanes.Lanes;

    /// <summary>Recalls what is known of the server. Nothing is connected yet.</summary>
    /// <param name="request">How the server is spoken to; <see cref="TransferRequest.MaxStreams"/> is the bound on sessions. Its items are not read.</param>
    /// <param name="source">The server, and who logs in there; its path is not read.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static async Task<ServerSessions> OpenAsync(TransferRequest request, TransferSource source, TimeProvider time, CancellationToken cancellationToken) =>
        new(await LaneSet.OpenAsync(request, [source], time, cancellationToken).ConfigureAwait(false));

    /// <summary>Closes sessions that nobody uses, as long as there are more than <see cref="TransferRequest.Allowance"/> allows.</summary>
    public Task TrimAsync() => Task.WhenAll(_lanes.Lanes.Select(lane => lane.TrimAsync()));

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _lanes.DisposeAsync();
}
