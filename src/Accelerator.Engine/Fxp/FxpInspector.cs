using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>Queries both servers about one file, each over its own session and both at once.</summary>
internal static class FxpInspector
{
    /// <summary>Queries both servers.</summary>
    /// <exception cref="TransferException">There is no such file at the source.</exception>
    /// <exception cref="FtpException">A session could not be queried.</exception>
    public static async Task<FxpFacts> InspectAsync(
        FxpRequest request, FxpItem item, FtpSession source, FtpSession destination, CancellationToken cancellationToken)
    {
        var sending = item.Listed is { Modified: not null } listed ? Task.FromResult<(long?, string?)>((listed.Size, listed.Modified))
            : InspectSourceAsync(request, item, source, cancellationToken);
        // IsNew comes from the destination's listing, so the server reports sizes.
        var receiving = item.IsNew
            ? Task.FromResult<(bool, long?, long?)>((true, null, null)) : InspectDestinationAsync(item, destination, cancellationToken);
        // Await both, even if one fails: the caller then returns the sessions, and neither may have a query in flight.
        await Task.WhenAll(sending, receiving).ConfigureAwait(false);
        var (size, modified) = await sending.ConfigureAwait(false);
        var (tells, final, part) = await receiving.ConfigureAwait(false);
        // FEAT is queried once for each server.
        var (claims, others) = (source.FeaturesAsync(cancellationToken).AsTask(), destination.FeaturesAsync(cancellationToken).AsTask());
        await Task.WhenAll(claims, others).ConfigureAwait(false);
        return new FxpFacts
        {
            Size = size,
            Modified = modified,
            FinalSize = final,
            FinalModified = request.SkipComplete && final is not null && final == size
                ? await destination.ModifiedAsync(item.To, cancellationToken).ConfigureAwait(false) : null,
            PartSize = part,
            DestinationTellsSizes = tells,
            SourceFeatures = await claims.ConfigureAwait(false),
            DestinationFeatures = await others.ConfigureAwait(false),
        };
    }

    /// <summary>Returns the size by SIZE, or by MLST's fact.</summary>
    /// <returns>Whether the server reports sizes, and the size of this file; no size where there is no such file.</returns>
    public static async Task<(bool Tells, long? Size)> SizeAsync(FtpSession session, FtpPath path, CancellationToken cancellationToken)
    {
        try
        {
            var size = await session.SizeAsync(path, cancellationToken).ConfigureAwait(false)
                ?? await session.ListedSizeAsync(path, cancellationToken).ConfigureAwait(false);
            return (size is not null, size);
        }
        catch (FtpReplyException e) when (e is { SessionUsable: true, Reply.Code: 550 or 553 or 450 })
        {
            return (true, null);
        }
    }

    /// <summary>Returns the size by SIZE, or by MLST's fact, and the time by MDTM.</summary>
    /// <returns>Whether the server reports sizes, and its facts for this file; no size where there is no such file.</returns>
    public static async Task<(bool Tells, long? Size, string? Modified)> SizeAndModifiedAsync(
        FtpSession session, FtpPath path, CancellationToken cancellationToken)
    {
        try
        {
            var (size, modified) = await session.SizeAndModifiedAsync(path, isTrial: true, cancellationToken).ConfigureAwait(false);
            size ??= await session.ListedSizeAsync(path, cancellationToken).ConfigureAwait(false);
            return (size is not null, size, modified);
        }
        catch (FtpReplyException e) when (e is { SessionUsable: true, Reply.Code: 550 or 553 or 450 })
        {
            return (true, null, null);
        }
    }

    private static async Task<(long? Size, string? Modified)> InspectSourceAsync(
        FxpRequest request, FxpItem item, FtpSession session, CancellationToken cancellationToken)
    {
        var (tells, size, modified) = await SizeAndModifiedAsync(session, item.From, cancellationToken).ConfigureAwait(false);
        if (tells && size is null)
            throw new TransferException(
                FailureKind.NotFound,
                $"{request.Source.Describe(item.From)} was not found, or is a folder. "
                    + "To copy the files of a folder, end the URL with a slash. "
                    + "Check the path (it is relative to the login folder; // starts at the root) and its case.");
        return (size, modified);
    }

    private static async Task<(bool Tells, long? Final, long? Part)> InspectDestinationAsync(
        FxpItem item, FtpSession session, CancellationToken cancellationToken)
    {
        var (tells, final) = await SizeAsync(session, item.To, cancellationToken).ConfigureAwait(false);
        var (_, part) = tells ? await SizeAsync(session, FxpPlanner.PartOf(item), cancellationToken).ConfigureAwait(false) : (false, null);
        return (tells, final, part);
    }
}
