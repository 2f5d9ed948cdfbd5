using Accelerator.Engine.Sources;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>Queries a file's size and time over one session.</summary>
internal static class SourceInspector
{
    /// <summary>Sends SIZE (or reads the fact of MLST) and MDTM, one after the other.</summary>
    /// <param name="session">The session.</param>
    /// <param name="source">The file.</param>
    /// <param name="isRepeat">Whether the file existed before: then its absence means that it was removed.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">There is no such file, or it is a directory.</exception>
    public static Task<RemoteIdentity> IdentifyAsync(
        FtpSession session, TransferSource source, bool isRepeat, CancellationToken cancellationToken)
    {
        var probe = MetadataProbe.First(source, withHashes: false);
        return QueryAsync(session, isRepeat ? probe.Again() : probe, cancellationToken);
    }

    /// <summary>Sends the queries that the plan waits for, one after the other.</summary>
    /// <exception cref="TransferException">There is no such file, or it is a directory.</exception>
    public static async Task<RemoteIdentity> QueryAsync(FtpSession session, MetadataProbe probe, CancellationToken cancellationToken)
    {
        while (probe.TryTake(urgentOnly: true) is { } question)
            await probe.QueryAsync(question, session, cancellationToken).ConfigureAwait(false);
        return probe.Identity;
    }

    /// <summary>Returns the size by SIZE, or the fact of MLST; null when the server reports neither.</summary>
    /// <exception cref="TransferException">There is no such file, or it is a directory.</exception>
    public static async Task<long?> SizeAsync(FtpSession session, TransferSource source, bool isRepeat, CancellationToken cancellationToken)
    {
        try
        {
            return await session.SizeAsync(source.Path, cancellationToken).ConfigureAwait(false)
                ?? await session.ListedSizeAsync(source.Path, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e is { Verb: "SIZE", Reply.Code: 550 or 553 or 450 })
        {
            if (isRepeat)
                throw new TransferException(
                    FailureKind.SourceChanged, $"{source} was removed or renamed while it was downloaded.", e);
            throw await ExplainAsync(session, source, e, cancellationToken).ConfigureAwait(false);
        }
    }

    private static async Task<TransferException> ExplainAsync(
        FtpSession session, TransferSource source, FtpReplyException refusal, CancellationToken cancellationToken)
    {
        var isDirectory = session.IsUsable && await session.IsDirectoryAsync(source.Path, cancellationToken).ConfigureAwait(false);
        await session.DisposeAsync().ConfigureAwait(false);
        return isDirectory
            ? new TransferException(FailureKind.NotFound,
                $"{source} is a folder, not a file. To download all of it, run: ftpx mirror {source.ToUrl()}", refusal)
            : new TransferException(FailureKind.NotFound,
                $"{source} was not found: {refusal.Reply.ToString().TrimEnd('.')}. Check the path (it is relative to the login folder; "
                    + "// starts at the root) and its case.", refusal);
    }
}
