using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Handles ranges that do not fit together: the file has changed, an earlier run's bytes belong to another file, or the server does not
/// honour REST. Each outcome yields correct bytes or none.
/// </summary>
internal sealed class MismatchHandler(OpenFile file, int generation, TransferRun run)
{
    /// <summary>The predicate of the sentence about a server whose ranges begin with the start of the file.</summary>
    public const string IgnoresRest = "accepts REST but sends the file from its start";

    /// <summary>Finds the cause, and restarts the file where that can help.</summary>
    /// <param name="mismatch">The mismatch.</param>
    /// <param name="source">The source of the file.</param>
    /// <param name="session">A session for the queries.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task HandleAsync(
        SeamMismatchException mismatch, TransferSource source, FtpSession session, CancellationToken cancellationToken)
    {
        if (file.IsEnded) return;
        await CheckUnchangedAsync(source, session, cancellationToken).ConfigureAwait(false);
        if (file.IsEnded) return;
        // Without a size, it is the overlap with the bytes before a lost connection that does not match.
        var isSingle = file.Queue.IsSingle && file.Plan.Identity.Size is not null;
        if (generation != file.Queue.Generation) return;
        if (file.HasListedSize && mismatch.Offset == file.Plan.Identity.Size)
        {
            await FileEnding.UnlistAsync(
                file, $"the server sends more than the {mismatch.Offset:N0} bytes that its listing reports", run).ConfigureAwait(false);
            return;
        }
        if (isSingle)
        {
            await FileEnding.FailAsync(file.Transfer, FailureKind.SourceChanged,
                $"{file.Item.Sources[0]}: the server sends more than the {file.Plan.Identity.Size:N0} bytes that it reports with SIZE. "
                    + "If the file is still being written, wait until it is complete.",
                run).ConfigureAwait(false);
            return;
        }
        if (mismatch.WithEarlierRun && !mismatch.RestIgnored)
        {
            await RestartAsync(single: false, restRefuted: false, NoticeKind.ResumeRefused,
                $"{file.Name}: the data of an earlier run differs from the file on the server at offset "
                    + $"{mismatch.Offset:N0}; starting over.", cancellationToken).ConfigureAwait(false);
            return;
        }
        // An equal seam elsewhere shows that REST works here.
        var isShown = file.Chain.RestShown;
        await GoSingleAsync(
            mismatch.RestIgnored ? $"the server {IgnoresRest}"
                : isShown ? $"the ranges that meet at offset {mismatch.Offset:N0} do not match, although the server honours REST: "
                    + "data was corrupted in transit, or the file was overwritten"
                : $"the ranges that meet at offset {mismatch.Offset:N0} do not match: "
                    + "data was corrupted in transit, or the server does not honour REST",
            restRefuted: mismatch.RestIgnored, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Restarts the file in one stream: a stream from an offset has returned the file's first bytes.</summary>
    public Task RestIgnoredAsync(CancellationToken cancellationToken) =>
        GoSingleAsync($"the server {IgnoresRest}", restRefuted: true, cancellationToken);

    /// <summary>Fetches the file in one stream from 0, which needs no REST.</summary>
    /// <param name="why">The cause, as the middle of a sentence.</param>
    /// <param name="restRefuted">Whether the cause is that the server does not honour REST.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task GoSingleAsync(string why, bool restRefuted, CancellationToken cancellationToken)
    {
        await RestartAsync(single: true, restRefuted,
            restRefuted || file.IsRestRefuted ? NoticeKind.RestNotHonoured : NoticeKind.Verification,
            $"{file.Name}: {why.TrimEnd('.')}. Downloading it in one stream from the start.", cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Requests size and time once more; a difference ends the file as changed, because its bytes come from two versions.
    /// </summary>
    public async Task CheckUnchangedAsync(TransferSource source, FtpSession session, CancellationToken cancellationToken)
    {
        var identity = file.Plan.IsSizeListed || file.Transfer.IsSmall
            ? await SourceInspector.QueryAsync(session, file.Transfer.MetadataProbe.Again(), cancellationToken).ConfigureAwait(false)
            : await SourceInspector.IdentifyAsync(session, source, isRepeat: true, cancellationToken).ConfigureAwait(false);
        if (identity != FileFinisher.Known(file, identity)) await FileEnding.ChangedAsync(file, identity, run).ConfigureAwait(false);
    }

    private async Task RestartAsync(bool single, bool restRefuted, NoticeKind kind, string why, CancellationToken cancellationToken)
    {
        if (file.IsEnded || generation != file.Queue.Generation) return;
        var again = await file.RestartAsync(generation, single, restRefuted, Announce, cancellationToken).ConfigureAwait(false);
        run.WorkChanged.Set();
        if (again) return;
        var cause = file.IsRestRefuted ? "the server does not honour REST"
            : file.Plan.Identity.Size is null ? "the server does not report its size" : "its ranges did not match";
        await FileEnding.FailAsync(file.Transfer, file.IsRestRefuted ? FailureKind.RestNotHonoured : FailureKind.Network,
            $"{file.Item.Sources[0]}: {cause}, and each attempt to download it in one stream was interrupted. "
                + "Try again when the network is less busy, or download the file in another way.",
            run).ConfigureAwait(false);

        void Announce()
        {
            if (run.Retries.Admit(why)) run.Notice(kind, why);
        }
    }
}
