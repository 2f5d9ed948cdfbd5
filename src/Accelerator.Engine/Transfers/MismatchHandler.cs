using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// What happens when ranges do not fit together: has the file changed, were an earlier run's bytes another file's, or does the server
/// not honour REST? Each answer ends in right bytes or in none.
/// </summary>
internal sealed class MismatchHandler(FileTransfer file, int generation, WorkerContext context)
{
    /// <summary>Finds the cause and starts the file again where that can help.</summary>
    /// <param name="mismatch">What did not fit.</param>
    /// <param name="source">Where the file is.</param>
    /// <param name="session">A session to ask over.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task HandleAsync(SeamMismatchException mismatch, TransferSource source, FtpSession session, CancellationToken cancellationToken)
    {
        if (file.Stage == FileStage.Ended) return;
        await CheckUnchangedAsync(source, session, cancellationToken).ConfigureAwait(false);
        if (file.Stage == FileStage.Ended) return;
        var isSingle = file.IsSingle;
        if (generation != file.Queue.Generation) return;
        if (isSingle)
        {
            await FileEnding.FailAsync(file, FailureKind.SourceChanged,
                $"{file.Item.Sources[0]}: the server sends more than the {file.Plan.Identity.Size:N0} bytes it tells with SIZE. Nothing was published. If the file is still being written, wait until it is complete.",
                context).ConfigureAwait(false);
            return;
        }
        if (mismatch.WithEarlierRun && !mismatch.RestIgnored)
        {
            await RestartAsync(single: false, NoticeKind.ResumeRefused,
                $"{file.Name}: what an earlier run stored does not fit the file on the server at offset {mismatch.Offset:N0}; starting over.", cancellationToken).ConfigureAwait(false);
            return;
        }
        await GoSingleAsync(
            mismatch.RestIgnored ? "the server answers REST and sends the file from its start all the same" : $"the ranges that meet at offset {mismatch.Offset:N0} do not fit together",
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Fetches the file in one stream from 0, which needs no REST.</summary>
    public async Task GoSingleAsync(string why, CancellationToken cancellationToken)
    {
        await RestartAsync(single: true, NoticeKind.RestNotHonoured, $"{file.Name}: {why.TrimEnd('.')}. Fetching it in one stream from the start.", cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Asks for size and time once more; different ones end the file as changed, because its bytes are from two files.</summary>
    public async Task CheckUnchangedAsync(TransferSource source, FtpSession session, CancellationToken cancellationToken)
    {
        var identity = await SourceInspector.IdentifyAsync(session, source, isRepeat: true, cancellationToken).ConfigureAwait(false);
        if (identity != FileFinisher.Known(file, identity)) await FileEnding.ChangedAsync(file, identity, context).ConfigureAwait(false);
    }

    private async Task RestartAsync(bool single, NoticeKind kind, string why, CancellationToken cancellationToken)
    {
        if (file.Stage == FileStage.Ended || generation != file.Queue.Generation) return;
        var again = await file.RestartAsync(generation, single, Announce, cancellationToken).ConfigureAwait(false);
        context.WorkChanged.Set();
        if (again) return;
        await FileEnding.FailAsync(file, FailureKind.RestNotHonoured,
            $"{file.Item.Sources[0]}: the server does not honour REST, and the transfer broke off each time it was fetched in one stream. Nothing was published. Try again when the line is quiet, or get the file by other means.",
            context).ConfigureAwait(false);

        void Announce()
        {
            if (context.Retries.Admit(why)) context.Notice(kind, why);
        }
    }
}
