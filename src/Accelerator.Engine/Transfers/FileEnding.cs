using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>The bad ends of a file. Its streams are stopped first; what can be used by a later run is kept, what cannot is removed.</summary>
internal static class FileEnding
{
    /// <summary>The file failed; its bytes are still good.</summary>
    public static async Task FailAsync(FileTransfer file, FailureKind kind, string message, WorkerContext context)
    {
        await EndAsync(file, kind, message, keep: kind is not (FailureKind.RestNotHonoured or FailureKind.Verification), context).ConfigureAwait(false);
    }

    /// <summary>The file on the server is another one now: nothing that was stored can be used.</summary>
    public static Task ChangedAsync(FileTransfer file, RemoteIdentity now, WorkerContext context)
    {
        var then = file.Plan.Identity;
        return EndAsync(file, FailureKind.SourceChanged,
            $"{file.Item.Sources[0]} changed while it was fetched (from {Describe(then)} to {Describe(now)}). Nothing was published. Run it again to get the new file; if it is still being written, wait until it is complete.",
            keep: false, context);
    }

    private static string Describe(RemoteIdentity identity) => $"{identity.Size?.ToString("N0") ?? "unknown"} bytes, time {identity.Modified ?? "unknown"}";

    private static async Task EndAsync(FileTransfer file, FailureKind kind, string message, bool keep, WorkerContext context)
    {
        if (file.Stage == FileStage.Ended) return;
        var result = FailureOf(file, kind, message);
        if (!file.TryEnd(result)) return;

        // Ended first, so that nobody takes work from it; then its streams let go; then its bytes are kept or removed.
        if (file.Queue is { } queue)
        {
            queue.RevokeAll(new RunRevokedException());
            while (!queue.IsIdle) await Task.Delay(TimeSpan.FromMilliseconds(5), context.Time, CancellationToken.None).ConfigureAwait(false);
        }
        var canResume = keep && await file.ParkAsync().ConfigureAwait(false);
        await file.CloseAsync(remove: !canResume && kind is not FailureKind.Usage).ConfigureAwait(false);
        file.Amend(result with { CanResume = canResume, BytesKept = canResume ? file.Map?.BytesDurable ?? 0 : 0, Elapsed = file.Elapsed, BytesFetched = file.BytesFetched });
        context.Events.Report(new TransferEvent.Finished(file.Result!));
        context.Work.Files.NoteEnd(file);
        context.WorkChanged.Set();
    }

    /// <summary>The result of a file that failed before anything was done for it.</summary>
    public static FileResult FailureOf(TransferItem item, FailureKind kind, string message) => FileResult.Failed(item.Sources[0], item.TargetPath, kind, message);

    private static FileResult FailureOf(FileTransfer file, FailureKind kind, string message) => FailureOf(file.Item, kind, message) with
    {
        Size = file.Plan?.Identity.Size ?? 0,
        Modified = file.Modified,
        BytesFetched = file.BytesFetched,
        BytesReused = file.Plan?.BytesReused ?? 0,
        Elapsed = file.Elapsed,
        PeakStreams = file.PeakStreams,
        Unbuffered = file.Part?.IsUnbuffered,
        WhyBuffered = file.Part?.WhyBuffered,
    };
}
