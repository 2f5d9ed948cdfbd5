using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>Asks one session for a file's size and time.</summary>
internal static class SourceInspector
{
    /// <summary>SIZE (or MLST's fact) and MDTM.</summary>
    /// <exception cref="TransferException">There is no such file, or it is a directory.</exception>
    public static async Task<RemoteFacts> InspectAsync(FtpSession session, TransferSource source, CancellationToken cancellationToken)
    {
        try
        {
            var size = await session.SizeAsync(source.Path, cancellationToken).ConfigureAwait(false)
                ?? await session.ListedSizeAsync(source.Path, cancellationToken).ConfigureAwait(false);
            var modified = await session.ModifiedAsync(source.Path, cancellationToken).ConfigureAwait(false);
            // SIZE 0 is also what some servers say when they do not know: such a file is read to its end like one of unknown size.
            var identity = new RemoteIdentity(source.Endpoint.ToString(), source.Path.Text, size is 0 ? null : size, modified);
            return new RemoteFacts(identity, session.Traits.Features ?? FtpFeatures.None);
        }
        catch (FtpReplyException e) when (e is { Verb: "SIZE", Reply.Code: 550 or 553 or 450 })
        {
            throw await ExplainAsync(session, source, e, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>MDTM as UTC (RFC 3659 section 2.3), for the local time stamp only; null when it cannot be read.</summary>
    public static DateTime? ReadTime(string? modified)
    {
        var digits = modified?.Split('.')[0];
        return DateTime.TryParseExact(digits, "yyyyMMddHHmmss", null, System.Globalization.DateTimeStyles.AssumeUniversal | System.Globalization.DateTimeStyles.AdjustToUniversal, out var time)
            ? time
            : null;
    }

    private static async Task<TransferException> ExplainAsync(FtpSession session, TransferSource source, FtpReplyException refusal, CancellationToken cancellationToken)
    {
        var isDirectory = session.IsUsable && await session.IsDirectoryAsync(source.Path, cancellationToken).ConfigureAwait(false);
        await session.DisposeAsync().ConfigureAwait(false);
        return isDirectory
            ? new TransferException(FailureKind.NotFound, $"{source} is a directory; get fetches files. Name the file.", refusal)
            : new TransferException(FailureKind.NotFound, $"{source} was not found: {refusal.Reply.ToString().TrimEnd('.')}. Check the path (it is relative to the login directory; // starts at the root) and its case.", refusal);
    }
}
