using System.Net;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Routes;

/// <summary>
/// Replaces the first source of each item by one source for each address of its server, as <see cref="TransferRequest.Addresses"/> demands.
/// </summary>
internal static class AddressExpansion
{
    /// <summary>Returns the request with the addresses; the same request if it demands none.</summary>
    public static async Task<TransferRequest> ExpandAsync(TransferRequest request, TimeProvider time, CancellationToken cancellationToken)
    {
        if (request.Addresses is null) return request;
        var found = new Dictionary<FtpEndpoint, IReadOnlyList<IPAddress>>();
        var items = new List<TransferItem>();
        foreach (var item in request.Items)
        {
            var first = item.Sources[0];
            if (!found.TryGetValue(first.Endpoint, out var addresses))
                found[first.Endpoint] = addresses = await FindAsync(request, first, time, cancellationToken).ConfigureAwait(false);
            // Showing that two addresses are one host costs more round trips than a short file.
            var most = item.Listed is { Size: < TransferItem.LeastForReplicas } ? 1 : ServerAddresses.Most;
            var own = At(request, first, addresses).Take(most);
            items.Add(item with { Sources = [.. own, .. item.Sources.Skip(1)] });
        }
        return request with { Items = items };
    }

    /// <summary>Returns a source at each of its server's addresses; only the source itself if there is one address or none.</summary>
    public static async Task<IReadOnlyList<TransferSource>> ExpandAsync(
        TransferRequest request, TransferSource source, TimeProvider time, CancellationToken cancellationToken) =>
        request.Addresses is null ? [source]
            : At(request, source, await FindAsync(request, source, time, cancellationToken).ConfigureAwait(false));

    private static Task<IReadOnlyList<IPAddress>> FindAsync(
        TransferRequest request, TransferSource source, TimeProvider time, CancellationToken cancellationToken)
    {
        if (source.Address is { } pinned) return Task.FromResult<IReadOnlyList<IPAddress>>([pinned]);
        // Behind a proxy, only the proxy's connections show which address answers.
        return source.Proxy is not null ? request.Addresses!.ListAsync(source.Endpoint, cancellationToken)
            : request.Addresses!.FindAsync(source.Endpoint, request.Timeouts.Connect, time, cancellationToken);
    }

    // The only address of a name is used anyway.
    private static IReadOnlyList<TransferSource> At(TransferRequest request, TransferSource source, IReadOnlyList<IPAddress> addresses) =>
        addresses.Count == 0 || (addresses.Count == 1 && request.Addresses!.Given.Count == 0) ? [source]
            : [.. addresses.Select(address => source with { Address = address })];
}
