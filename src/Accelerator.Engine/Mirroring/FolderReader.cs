using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Lists one folder over one route. A lost session is retried, a full server is waited for, and the server's refusal is reported.
/// </summary>
internal sealed class FolderReader(Route route)
{
    private readonly RouteQuery _query = new(route);

    /// <summary>Lists a folder into memory.</summary>
    /// <param name="path">The folder.</param>
    /// <param name="seen">Receives every entry as it arrives; from the first again when the listing is retried.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">It could not be listed, after all tries.</exception>
    public async Task<(IReadOnlyList<ListingEntry> Entries, ListingOutcome Outcome)> ReadAsync(
        FtpPath path, Action<ListingEntry> seen, CancellationToken cancellationToken)
    {
        var entries = new List<ListingEntry>();
        var outcome = await ReadAsync(
            path,
            entries.Clear,
            entry =>
            {
                entries.Add(entry);
                seen(entry);
                return ValueTask.CompletedTask;
            },
            cancellationToken).ConfigureAwait(false);
        return (entries, outcome);
    }

    /// <summary>Lists a folder and stores nothing of it.</summary>
    /// <param name="path">The folder.</param>
    /// <param name="begin">Called before the first entry of each try.</param>
    /// <param name="take">Receives the entries, one after another.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">It could not be listed, after all tries.</exception>
    public Task<ListingOutcome> ReadAsync(
        FtpPath path, Action begin, Func<ListingEntry, ValueTask> take, CancellationToken cancellationToken)
    {
        var isAskedAgain = false;
        return _query.RunAsync(
            async (session, token) =>
            {
                var outcome = await ListAsync(session, path, begin, take, token).ConfigureAwait(false);
                if (outcome is not { FinalReply: null, IsCut: false } || session.Traits.ListingEndsSilently) return outcome;
                // The session ended without a last reply, and the data may have ended for the same reason. A server that never sends one is
                // accepted the second time, with the doubt, and is queried only once for the folders after it: each query costs the
                // complete reply time limit.
                if (isAskedAgain)
                {
                    session.Traits.NoteSilentListing();
                    return outcome;
                }
                isAskedAgain = true;
                throw new FtpConnectionException(
                    FtpStage.Session, $"{outcome.What}: the session ended before the server confirmed the end.");
            },
            (kind, failure) => Explain(path, kind, failure),
            cancellationToken);
    }

    private static async Task<ListingOutcome> ListAsync(
        FtpSession session, FtpPath path, Action begin, Func<ListingEntry, ValueTask> take, CancellationToken cancellationToken)
    {
        begin();
        var listing = await session.ListAsync(path, WalkRequest.MostLines, cancellationToken).ConfigureAwait(false);
        await using (listing.ConfigureAwait(false))
        {
            await foreach (var entry in listing.EntriesAsync(cancellationToken).ConfigureAwait(false))
                await take(entry).ConfigureAwait(false);
        }
        return listing.Outcome!;
    }

    private TransferException Explain(FtpPath path, FailureKind kind, FtpException failure)
    {
        var url = $"{route.Site.Scheme}://{route.Site}/{path}";
        var sentence = $"{url} could not be listed. {failure.Message}";
        if (failure is FtpReplyException { Verb: "MLSD" or "LIST" or "NLST" or "CWD", Reply.Code: 550 or 553 or 501 } refusal)
        {
            kind = FailureKind.NotFound;
            // CWD has succeeded before LIST and NLST.
            if (refusal.Verb is "MLSD" or "CWD")
                sentence = $"{url} could not be opened. {failure.Message.TrimEnd('.')}. "
                    + "It is not a folder on the server, or this login may not open it.";
        }
        return new TransferException(kind, sentence, failure);
    }
}
