using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// The failed endings of a file, and the end of one whose target exists. Its streams are stopped first; data that a later run can use is
/// kept, the rest is removed. When another source may have the requested file, <see cref="NextSource"/> continues instead.
/// </summary>
internal static class FileEnding
{
    /// <summary>Ends the file as failed; its bytes are still good.</summary>
    public static Task FailAsync(FileTransfer file, FailureKind kind, string message, TransferRun run) =>
        EndAsync(file, kind, message, digest: null, keep: kind is not (FailureKind.RestNotHonoured or FailureKind.Verification), run);

    /// <summary>Handles a source that has a different file than the one whose digest was given.</summary>
    /// <param name="file">The file.</param>
    /// <param name="digest">The digest of the source's file.</param>
    /// <param name="message">The message when it is the only source.</param>
    /// <param name="run">The run.</param>
    public static Task OtherAsync(OpenFile file, string digest, string message, TransferRun run) =>
        EndAsync(file.Transfer, FailureKind.Verification, message, digest, keep: false, run);

    /// <summary>Ends the file because the server now has a different one: none of the stored data can be used.</summary>
    public static Task ChangedAsync(OpenFile file, RemoteIdentity now, TransferRun run)
    {
        var then = file.Plan.Identity;
        return EndAsync(file.Transfer, FailureKind.SourceChanged,
            $"{file.Item.Sources[0]} changed while it was downloaded (from {Describe(then)} to {Describe(now)}). "
                + "Download it again to get the new version; if it is still being written, wait until it is complete.",
            digest: null, keep: false, run);
    }

    /// <summary>Ends the file because the server now sends other bytes although the reported size and time are the same.</summary>
    /// <param name="file">The file.</param>
    /// <param name="offset">The offset at which other bytes were found.</param>
    /// <param name="run">The run.</param>
    public static Task ChangedAsync(OpenFile file, long offset, TransferRun run) =>
        EndAsync(file.Transfer, FailureKind.SourceChanged,
            $"{file.Item.Sources[0]} changed while it was downloaded: at offset {offset:N0} the server now sends other bytes than before, "
                + $"with {(file.Plan.Identity.Modified is null ? "the same size" : "the same size and time")}. "
                + "Download it again to get the new version; if it is still being written, wait until it is complete.",
            digest: null, keep: false, run);

    /// <summary>
    /// Restarts a file whose listed size is wrong. The file is fetched once more without the size: in one stream, to the end of its data.
    /// </summary>
    /// <param name="open">The file.</param>
    /// <param name="why">The evidence, as the middle of a sentence.</param>
    /// <param name="run">The run.</param>
    public static async Task UnlistAsync(OpenFile open, string why, TransferRun run)
    {
        var file = open.Transfer;
        if (open.Output is { HasBegun: true })
        {
            await FailAsync(file, FailureKind.SourceChanged, $"{file.Item.Sources[0]}: {why}.", run).ConfigureAwait(false);
            return;
        }
        if (!file.TryEnd(FailureOf(file, FailureKind.SourceChanged, $"{file.Item.Sources[0]}: {why}."))) return;
        await open.RevokeRangesAsync().ConfigureAwait(false);
        await file.CloseAsync(remove: true).ConfigureAwait(false);
        run.Notice(NoticeKind.Verification, $"{file.Name}: {why}. Downloading it in one stream from the start, to the end of its data.");
        run.Files.Replace(file, file.WithoutListedSize(run.Request.VerifyOf(file.Item).Mode));
        run.WorkChanged.Set();
    }

    /// <summary>Ends a file that is not opened, because its target exists.</summary>
    /// <param name="file">The file; the server has answered, and nothing has been written.</param>
    /// <param name="result">The result: skipped, or refused.</param>
    /// <param name="run">The run.</param>
    public static async Task EndExistingAsync(FileTransfer file, FileResult result, TransferRun run)
    {
        if (!file.TryEnd(result with { Elapsed = file.Elapsed })) return;
        await file.DeleteSpentJournalAsync().ConfigureAwait(false);
        run.Events.Report(new TransferEvent.Finished(file.Result!));
        run.Files.NoteEnd(file);
        run.WorkChanged.Set();
    }

    private static string Describe(RemoteIdentity identity) =>
        $"{identity.Size?.ToString("N0") ?? "unknown"} bytes, time {identity.Modified ?? "unknown"}";

    private static async Task EndAsync(FileTransfer file, FailureKind kind, string message, string? digest, bool keep, TransferRun run)
    {
        if (file.Stage == FileStage.Ended) return;
        // Nothing more is written from here on, so that the message counts every byte.
        if (file.Open?.Output is { } output) await output.DisposeAsync().ConfigureAwait(false);
        var follows = NextSource.Follows(file, kind, digest);
        var result = FailureOf(file, kind, follows ? message : NextSource.Sum(file, kind, message, digest, run.Request));
        if (!file.TryEnd(result)) return;

        // End the file first, so that no stream takes work from it; then wait for its streams to release it; then keep or remove its bytes.
        if (file.Open is { } open) await open.RevokeRangesAsync().ConfigureAwait(false);
        var isKept = keep && !follows && await file.ParkAsync().ConfigureAwait(false);
        var remove = !isKept && file.Open is not { IsWhole: true } && (kind is not FailureKind.Usage || file.Item.Output is not null);
        var isClean = await file.CloseAsync(remove).ConfigureAwait(false);
        if (follows)
        {
            NextSource.Begin(file, message, digest, run);
            return;
        }
        file.Amend(Kept(file, result, isKept, isClean) with { Elapsed = file.Elapsed, BytesFetched = file.BytesFetched });
        run.Events.Report(new TransferEvent.Finished(file.Result!));
        run.Files.NoteEnd(file);
        run.WorkChanged.Set();
    }

    // If data is kept, BytesKept has its size, and the caller prints how to continue.
    private static string WhatIsLeft(FileTransfer file, FailureKind? kind, bool isClean) => file.Open switch
    {
        { Output: { MayHaveMore: true, Passed: var least } } =>
            $" The output has at least {least:N0} bytes of the file and is not complete.",
        { Output: { Passed: > 0 and var passed } } => $" The output has {passed:N0} bytes of the file and is not complete.",
        { Output: null } when kind is FailureKind.SourceChanged or FailureKind.Verification or FailureKind.RestNotHonoured =>
            isClean ? " The file was not published, and its partial data was removed."
                : $" The file was not published, and its partial data in {PartNames.PartOf(file.Item.TargetPath, file.Item.PartTag)} could "
                    + "not be removed.",
        _ => "",
    };

    // The same command starts with the first source again, and cannot use the data of a later one.
    private static FileResult Kept(FileTransfer file, FileResult result, bool isKept, bool isClean)
    {
        if (!isKept) return result with { Message = result.Message + WhatIsLeft(file, result.Failure, isClean) };
        return file.Passed.Count > 0
            ? result with { Message = Sentences.Join(
                result.Message, $"The data from {file.Item.Sources[0]} is kept. To continue with it, name that source first.") }
            : result with { CanResume = true, BytesKept = file.Open?.Map.BytesDurable ?? 0 };
    }

    /// <summary>Returns the result of a file that failed before any work on it.</summary>
    public static FileResult FailureOf(TransferItem item, FailureKind kind, string message) =>
        FileResult.Failed(item.Sources[0], item.TargetPath, kind, message);

    private static FileResult FailureOf(FileTransfer file, FailureKind kind, string message) => FailureOf(file.Item, kind, message) with
    {
        Size = file.Open?.Plan.Identity.Size ?? 0,
        Modified = file.Modified,
        BytesFetched = file.BytesFetched,
        BytesReused = file.Open?.BytesReused ?? 0,
        Elapsed = file.Elapsed,
        PeakStreams = file.PeakStreams,
        IsRefused = file.IsRefused,
        Unbuffered = file.Part?.IsUnbuffered,
        WhyBuffered = file.Part?.WhyBuffered,
    };
}

/// <summary>
/// Selects the next source of a file. A digest given by the user identifies the file regardless of the source: a source that has another
/// file is skipped, and the file restarts from the next one, as if the previous source had not existed.
/// </summary>
internal static class NextSource
{
    /// <summary>Returns whether the file can still come from another source.</summary>
    /// <param name="file">The file, which has not ended.</param>
    /// <param name="kind">The kind of failure.</param>
    /// <param name="digest">Its digest, if it differs from the given one; null for any other failure.</param>
    public static bool Follows(FileTransfer file, FailureKind kind, string? digest) =>
        file.Item.Sources.Count > 1 && file.Open?.Output is not { HasBegun: true }
        && (digest is not null || (file.Passed.Count > 0 && IsOfSource(kind)));

    /// <summary>Restarts the file. Its streams have released it, and none of its data is on the disk.</summary>
    public static void Begin(FileTransfer file, string message, string? digest, TransferRun run)
    {
        var successor = file.FromNextSource(Passed(file, message, digest));
        var first = digest is null
            ? $"{message.TrimEnd('.')}."
            : $"{file.Item.Sources[0]} does not have the file with {run.Request.VerifyOf(file.Item).Given!.Name} (its own has {digest}).";
        run.Notice(NoticeKind.Replica, $"{first} It is downloaded from {successor.Item.Sources[0]} instead.");
        run.Files.Replace(file, successor);
        run.WorkChanged.Set();
    }

    /// <summary>Returns the message for a file that has no source left: what each of them had.</summary>
    public static string Sum(FileTransfer file, FailureKind kind, string message, string? digest, TransferRequest request)
    {
        if (file.Passed.Count == 0 || !IsOfSource(kind)) return message;
        var all = file.Passed.Append(Passed(file, message, digest)).ToList();
        var given = request.VerifyOf(file.Item).Given!;
        return $"None of the {all.Count} sources has given the file with the {given.Algorithm} {given.Value}. "
            + $"{string.Join("; ", all.Select(passed => $"{passed.Source}: {passed.Why}"))}. "
            + "Check the hash, or name a server that has the file.";
    }

    private static PassedSource Passed(FileTransfer file, string message, string? digest) =>
        new(file.Item.Sources[0], digest is null ? message.TrimEnd('.') : $"the content does not match, it has {digest}");

    // For local failures, and when the user stops the run, another source does not help.
    private static bool IsOfSource(FailureKind kind) => kind is not (FailureKind.Usage or FailureKind.Disk or FailureKind.Cancelled);
}
