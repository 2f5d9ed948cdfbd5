using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Gives a verified file its final name, and ends it: all of it by <see cref="RunAsync"/>, or step by step for a batch of files that share
/// their flushes.
/// </summary>
/// <param name="file">The file.</param>
/// <param name="source">Its source, for the result.</param>
/// <param name="verification">How it was verified.</param>
/// <param name="began">Timestamp of the start of its verification.</param>
/// <param name="run">The run.</param>
internal sealed class FilePublication(
    OpenFile file, TransferSource source, FileVerification verification, long began, TransferRun run)
{
    private string? _note;

    /// <summary>The file.</summary>
    public OpenFile File => file;

    private DateTime? Modified => RemoteIdentity.ReadTime(file.Transfer.Modified);

    /// <summary>Whether <see cref="FilePublisher"/> is done with the file.</summary>
    public bool HasLeft { get; set; }

    /// <summary>Publishes the file.</summary>
    /// <param name="cancellationToken">Observed until the rename.</param>
    /// <exception cref="StorageException">The disk refused.</exception>
    /// <exception cref="TransferException">The hook that is called before publication refused.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        await StopAsync(cancellationToken).ConfigureAwait(false);
        if (file.Output is not null) await PassOnAsync(file.Output, cancellationToken).ConfigureAwait(false);
        else await KeepIfRefusedAsync(async () => _note = (await file.Part.CommitAsync(
            file.Length, Modified, run.Request.Overwrite, cancellationToken).ConfigureAwait(false)).Note).ConfigureAwait(false);
        Report();
    }

    // The result is the output.
    private async Task PassOnAsync(OrderedCopy output, CancellationToken cancellationToken)
    {
        await output.FinishAsync(file.Length, cancellationToken).ConfigureAwait(false);
        await file.Transfer.CloseAsync(remove: true).ConfigureAwait(false);
    }

    /// <summary>Stops what still works on the file, and sets length and time stamp. A flush must follow.</summary>
    /// <inheritdoc cref="RunAsync"/>
    public async ValueTask SealAsync(CancellationToken cancellationToken)
    {
        await StopAsync(cancellationToken).ConfigureAwait(false);
        _note = await file.Part.SealAsync(file.Length, Modified, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Renames the flushed file. A flush of its folder must follow.</summary>
    /// <inheritdoc cref="RunAsync"/>
    public ValueTask RenameAsync(CancellationToken cancellationToken) =>
        KeepIfRefusedAsync(() => file.Part.RenameAsync(run.Request.Overwrite, cancellationToken));

    private async ValueTask KeepIfRefusedAsync(Func<ValueTask> rename)
    {
        try
        {
            await rename().ConfigureAwait(false);
        }
        catch (StorageException) when (file.Part.AwaitsName)
        {
            // The next run finds all of it and fetches nothing.
            await TryKeepWholeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private async Task TryKeepWholeAsync()
    {
        try
        {
            await file.KeepWholeAsync().ConfigureAwait(false);
        }
        catch (StorageException)
        {
            // The last journal is still valid, and the reason of the rename is the one to report.
        }
    }

    /// <summary>Closes the file and reports it: the first moment at which a crash can no longer lose it.</summary>
    public async ValueTask CompleteAsync()
    {
        await file.Part.CloseCommittedAsync().ConfigureAwait(false);
        Report();
    }

    private async ValueTask StopAsync(CancellationToken cancellationToken)
    {
        // The hook may refuse, or be killed while it runs: then nothing has to be fetched again.
        var hook = run.Request.BeforePublish;
        var checkpointer = file.Checkpointer;
        if (hook is not null && checkpointer is not null) await checkpointer.CheckpointNowAsync(cancellationToken).ConfigureAwait(false);
        await file.StopAsync().ConfigureAwait(false);
        // A successful flush does not make up for an earlier failed one; see Checkpointer.
        if (checkpointer is not null) await checkpointer.Completion.ConfigureAwait(false);
        if (hook is not null)
        {
            var (part, by, sha256) = (file.Part, verification.By, verification.Sha256);
            var modified = file.Transfer.Modified;
            part.BeforeRename = token => hook(new ReadyFile(file.Item, part.PartPath, file.Length, modified, by, sha256, part.Mark), token);
        }
    }

    private void Report()
    {
        if (_note is not null) run.Notice(NoticeKind.Other, _note);
        var result = new FileResult(source, file.Part.TargetPath, verification.By)
        {
            Failure = null,
            Size = file.ResultLength,
            Modified = file.Transfer.Modified,
            BytesFetched = file.Receipts.Bytes,
            BytesReused = file.BytesReused,
            Elapsed = file.Transfer.Elapsed,
            VerifyElapsed = run.Time.GetElapsedTime(began),
            PeakStreams = file.Receipts.PeakStreams,
            Assurance = verification.Assurance,
            AssuranceText = verification.Text,
            Sha256 = verification.Sha256,
            TrustedSources = verification.Trusted ?? [],
            Unbuffered = file.Part.IsUnbuffered,
            WhyBuffered = file.Part.WhyBuffered,
        };
        if (!file.Transfer.TryEnd(result)) return;
        run.Events.Report(new TransferEvent.Finished(result));
        run.Files.NoteEnd(file.Transfer);
    }
}
