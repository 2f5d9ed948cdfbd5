using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>Queries the server for the reason why the root of a mirror cannot be listed, only for the message.</summary>
internal static class RootFailure
{
    /// <summary>
    /// Returns a failure that names the right command where the root is a file, which SIZE shows, or the right option where its name looks
    /// like a pattern; else the failure itself.
    /// </summary>
    /// <param name="route">The server.</param>
    /// <param name="source">The root.</param>
    /// <param name="failure">The failure of the listing.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public static async Task<TransferException> ExplainAsync(
        Route route, TransferSource source, TransferException failure, CancellationToken cancellationToken)
    {
        if (failure.Kind != FailureKind.NotFound) return failure;
        try
        {
            var size = await new RouteQuery(route).RunAsync(
                async (session, token) => await session.SizeAsync(source.Path, token).ConfigureAwait(false),
                (kind, refusal) => new TransferException(kind, refusal.Message, refusal),
                cancellationToken).ConfigureAwait(false);
            if (size is not null)
                return new TransferException(
                    FailureKind.NotFound,
                    $"{source} is a file, not a folder. To download it, run: ftpx get {source.ToUrl()}",
                    failure);
        }
        catch (TransferException)
        {
            // The failure of the listing is the one to report.
        }
        if (!source.Path.Name.AsSpan().ContainsAny('*', '?')) return failure;
        const string Advice = "This command does not expand patterns: give the folder, and select files with --include.";
        return new TransferException(failure.Kind, $"{failure.Message} {Advice}", failure);
    }
}
