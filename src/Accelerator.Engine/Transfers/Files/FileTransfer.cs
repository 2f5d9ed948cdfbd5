using Accelerator.Engine.Journals;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// One file of a run, from the first query to its end: its item, its progress, and its cost. While its bytes are fetched, an
/// <see cref="OpenFile"/> holds them.
/// </summary>
internal sealed class FileTransfer : IAsyncDisposable
{
    private const int MostOpenAttempts = 10;

    private static readonly TimeSpan OpenPause = TimeSpan.FromMilliseconds(100);

    private readonly TimeProvider _time;
    private readonly object _lock = new();

    /// <param name="index">Its index in the request.</param>
    /// <param name="item">The item.</param>
    /// <param name="verify">The verification mode.</param>
    /// <param name="time">The clock.</param>
    /// <param name="usesListedSize">Whether a size in a listing is a hint when the server reports none.</param>
    /// <param name="retries">How often fruitless tries are repeated; null for the default.</param>
    public FileTransfer(
        int index, TransferItem item, VerifyMode verify, TimeProvider time, bool usesListedSize = true,
        RetryLimits? retries = null)
    {
        Index = index;
        // Only a hash of the whole file could show that another source has the same one.
        Item = item.Part is null ? item : item with { Sources = [item.Sources[0]] };
        IsSmall = item.IsSmall(verify);
        MetadataProbe = FilePreparation.Questions(item, verify, usesListedSize);
        IsListed = MetadataProbe.IsIdentified;
        Stage = IsListed ? FileStage.Opening : FileStage.Inspecting;
        _time = time;
        Receipts = new ReceiptCount(time);
        FailureBudget = new FailureBudget(time, retries ?? RetryLimits.Default);
    }

    /// <summary>Its index in the request.</summary>
    public int Index { get; }

    /// <summary>The item.</summary>
    public TransferItem Item { get; }

    /// <summary>Sources that did not have the file with the given digest, in order. <see cref="Item"/> has the remaining ones.</summary>
    public IReadOnlyList<PassedSource> Passed { get; private init; } = [];

    /// <summary>
    /// Whether no query is needed before the first byte, because a listing or the caller knows size and time: then the worker that begins
    /// the file opens it. Otherwise the worker that receives the last answer does, perhaps before the first one looks here again:
    /// <see cref="MetadataProbe"/> cannot tell the two apart.
    /// </summary>
    public bool IsListed { get; }

    /// <summary>
    /// Whether a listing reports a short file: then the server is not queried about it at all. The next run's listing shows any change made
    /// meanwhile.
    /// </summary>
    public bool IsSmall { get; }

    /// <summary>
    /// Returns whether a route's streams may fetch ranges of the file. A short file, or one fetched in one stream, comes from the first
    /// source.
    /// </summary>
    public bool Admits(Route route) =>
        route.Identifies(Item) || (Stage == FileStage.Fetching && Open is { Queue.IsSingle: false } open && open.Sources.Admits(route));

    /// <summary>The queries about the file before its first byte, and in parallel with its first bytes.</summary>
    public MetadataProbe MetadataProbe { get; }

    /// <summary>The queries about the file after its last byte; null before.</summary>
    public MetadataProbe? Recheck { get; set; }

    /// <summary>
    /// Whether one stream does everything for the file, from opening to publication: there is nothing that another one could take.
    /// </summary>
    public bool IsCarried { get; set; }

    /// <summary>Name for views.</summary>
    public string Name => Path.GetFileName(Item.TargetPath);

    /// <summary>See <see cref="FileStage"/>.</summary>
    public FileStage Stage { get; private set; }

    /// <summary>The result; null until the file has ended.</summary>
    public FileResult? Result { get; private set; }

    /// <summary>The local file, locked by this run; null until it is locked.</summary>
    public PartialFile? Part { get; private set; }

    /// <summary>
    /// The state of the file while its bytes are fetched, and afterwards; null until it is open, and for a file that was never opened.
    /// </summary>
    public OpenFile? Open { get; private set; }

    /// <summary>Last modification as reported by the server or its listing; null until either has.</summary>
    public string? Modified { get; private set; }

    /// <summary>The failures that the file may still have.</summary>
    public FailureBudget FailureBudget { get; }

    /// <summary>Whether the server has refused it until its tries were used up.</summary>
    public bool IsRefused { get; set; }

    /// <summary>The number of files that the server had answered when it last refused this one; see <see cref="RefusalWatch"/>.</summary>
    public int AnsweredAtRefusal { get; set; } = -1;

    /// <summary>Bytes received for the file in this run.</summary>
    public long BytesFetched => Receipts.Bytes;

    /// <summary>The highest number of streams that received at once.</summary>
    public int PeakStreams => Receipts.PeakStreams;

    /// <summary>Time since its first bytes were requested; for the first file of a run since the run started.</summary>
    public TimeSpan Elapsed => Receipts.Elapsed;

    /// <summary>The receipts of its streams.</summary>
    public ReceiptCount Receipts { get; private init; }

    /// <summary>Records the time that the server reported for a file listed without one.</summary>
    public void Learn(string modified) => Modified = modified;

    /// <summary>Moves from one stage to the next; returns true to exactly one worker.</summary>
    public bool TryEnter(FileStage from, FileStage to)
    {
        lock (_lock)
        {
            if (Stage != from) return false;
            Stage = to;
            return true;
        }
    }

    /// <summary>Returns the same file without its first source; only its cost is carried over.</summary>
    /// <param name="passed">The first source, and why it was skipped.</param>
    public FileTransfer FromNextSource(PassedSource passed) =>
        new(Index, Item with { Sources = [.. Item.Sources.Skip(1)], Listed = null, Identified = null }, VerifyMode.Given, _time,
            retries: FailureBudget.Limits)
        {
            Passed = [.. Passed, passed],
            Receipts = Receipts,
        };

    /// <summary>Returns the same file without its listed size; only its cost is carried over.</summary>
    public FileTransfer WithoutListedSize(VerifyMode verify) =>
        new(Index, Item with { Listed = null, Identified = null }, Passed.Count > 0 ? VerifyMode.Given : verify, _time,
            usesListedSize: false, FailureBudget.Limits)
        {
            Passed = Passed,
            Receipts = Receipts,
        };

    /// <summary>Locks the local file, accepts or rejects an earlier run's bytes, and opens the file for the streams.</summary>
    /// <param name="request">The request.</param>
    /// <param name="facts">The file on the server now.</param>
    /// <param name="start">Streams to start with.</param>
    /// <param name="notice">Reports to the user.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The plan.</returns>
    public async Task<TransferPlan> OpenAsync(
        TransferRequest request, RemoteFacts facts, StartStreams start, Action<NoticeKind, string> notice,
        CancellationToken cancellationToken)
    {
        RequirePlainWay();
        if (request.CreateFolders) MissingFolder.Create(Item.TargetPath);
        var size = facts.Identity.Size;
        // The page cache serves the reader of an output.
        var unbuffered = Item.Output is null ? request.Unbuffered : UnbufferedWrites.Off;
        var part = Part = await OpenPartAsync(unbuffered, size, cancellationToken).ConfigureAwait(false);
        // A link created in the meantime leads to an empty file elsewhere at worst, and is rejected here.
        RequirePlainWay();
        // If anything is left after a source was skipped, it is that source's data, which could not be removed.
        LeftFile? left = Passed.Count == 0 ? new LeftFile(part.JournalPath, part.LengthAtOpen) : null;
        var companions = CompanionFile.Usable(MetadataProbe, Item.Sources[0].Path);
        var prepared = await FilePreparation.MakeAsync(
            request, Item, facts, left, CompareAsync, companions, start, cancellationToken).ConfigureAwait(false);
        if (prepared.Refusal is { } refusal) notice(NoticeKind.ResumeRefused, refusal);
        var plan = prepared.Plan;
        Modified = plan.Identity.Modified;
        // A new file is empty, and has no journal.
        if (prepared.Journal is null && part.LengthAtOpen > 0) await part.StartOverAsync(cancellationToken).ConfigureAwait(false);

        var open = Open = new OpenFile(this, part, prepared, request, _time, facts.RoundTrip);
        if (prepared.Journal is { } journal)
        {
            await open.RememberHeadAsync(cancellationToken).ConfigureAwait(false);
            notice(NoticeKind.Resumed, $"{Name}: resuming; {ByteText.Size(plan.BytesReused)} of {ByteText.Size(journal.Size)} already "
                + "downloaded.");
        }
        // The bytes of a shorter file arrive in one write, which takes the space as well, or fails because there is none.
        if (SpoolSpace.IsPossible(Item, size))
        {
            FreeSpace.Require(part.PartPath, Item.OutputWindow, Item.RoomAdvice);
            part.SetSparse(long.MaxValue, isSparse: true);
        }
        else if (size is { } known && plan.Part is null && !(IsSmall && known <= Block.Size))
            await part.ReserveAsync(known, plan.BytesReused, Item.RoomAdvice, cancellationToken).ConfigureAwait(false);
        // The journal on the disk still lists bytes that are now rewritten.
        if (prepared.IsDamaged) await open.Checkpointer!.CheckpointNowAsync(cancellationToken).ConfigureAwait(false);
        if (!IsSmall)
        {
            // A size that only a listing reports does not show that two sources hold the same file.
            var reported = plan.IsSizeListed ? plan.Identity with { Size = null } : plan.Identity;
            var features = facts.Features ?? MetadataProbe.Features;
            foreach (var sentence in open.Sources.Begin(request, reported, features)) notice(NoticeKind.Replica, sentence);
        }
        if (plan.Verify.Given?.Kind is { } kind) open.Follow(kind);
        else if (request.WithSha256) open.Follow(HashKind.Sha256);
        TryEnter(FileStage.Opening, FileStage.Fetching);
        return plan;

        Task<ReusedBytes> CompareAsync(JournalState journal) =>
            ResumeCheck.CompareAsync(part, Name, journal, _time, notice, cancellationToken);
    }

    // On Windows a virus scanner or a backup holds a file of an earlier run for a moment, and then the open fails. On Linux only another
    // run of this program excludes this one.
    private async ValueTask<PartialFile> OpenPartAsync(UnbufferedWrites unbuffered, long? size, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return IsSmall
                    ? PartialFile.Open(Item.TargetPath, Item.PartTag, unbuffered, size, _time)
                    : await PartialFile.OpenAsync(
                        Item.TargetPath, Item.PartTag, unbuffered, size, _time, cancellationToken).ConfigureAwait(false);
            }
            catch (StorageException e) when (
                e.Reason == StorageFailure.Busy && OperatingSystem.IsWindows() && attempt < MostOpenAttempts)
            {
                await Task.Delay(OpenPause, _time, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Deletes the journal that a kill left beside the file that is in place.</summary>
    public Task DeleteSpentJournalAsync() => ResumeJournal.DeleteSpentAsync(Item.TargetPath, CancellationToken.None);

    private void RequirePlainWay()
    {
        if (Item.Root is { } root) LinkFreePath.Require(root, Item.TargetPath);
    }

    /// <summary>Ends the file, successfully or not. Only the first call counts.</summary>
    public bool TryEnd(FileResult result)
    {
        lock (_lock)
        {
            if (Stage == FileStage.Ended) return false;
            Stage = FileStage.Ended;
            Result = result;
            return true;
        }
    }

    /// <summary>Completes the result with what was learned while the file was being closed.</summary>
    public void Amend(FileResult result)
    {
        lock (_lock) Result = result;
    }

    /// <summary>Closes the local file; removes it with its journal when a later run could not use it.</summary>
    /// <returns>False if it was to be removed and could not be.</returns>
    public async Task<bool> CloseAsync(bool remove)
    {
        if (Open is not null) await Open.StopAsync().ConfigureAwait(false);
        if (Open?.Output is { } output) await output.DisposeAsync().ConfigureAwait(false);
        if (Part is null) return true;
        try
        {
            if (remove) await Part.DiscardAsync().ConfigureAwait(false);
            else await Part.DisposeAsync().ConfigureAwait(false);
            return true;
        }
        catch (StorageException)
        {
            await Part.DisposeAsync().ConfigureAwait(false);
            return !remove;
        }
    }

    /// <summary>Makes the fetched bytes durable, for a later run.</summary>
    /// <returns>Whether a later run can continue.</returns>
    public async Task<bool> ParkAsync()
    {
        if (Part is null) return false;
        try
        {
            if (Open is { Checkpointer: { } checkpointer } open)
            {
                await checkpointer.CheckpointNowAsync(CancellationToken.None).ConfigureAwait(false);
                return open.Map.BytesDurable > 0 && Part.IsInPlace;
            }
        }
        catch (Exception e) when (e is StorageException or ObjectDisposedException)
        {
            // The last journal that was written is still valid.
        }
        return File.Exists(Part.JournalPath) && Part.IsInPlace;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await CloseAsync(remove: false).ConfigureAwait(false);
        if (Open is not null) await Open.DisposeAsync().ConfigureAwait(false);
    }
}

/// <summary>A source that did not have the file with the digest given by the user.</summary>
/// <param name="Source">The source.</param>
/// <param name="Why">The file it has instead, or what went wrong; no full stop at the end.</param>
internal sealed record PassedSource(TransferSource Source, string Why);

/// <summary>The stage of one file. <see cref="FileTransfer"/> owns every transition.</summary>
internal enum FileStage
{
    /// <summary>Workers query its size and time.</summary>
    Inspecting,

    /// <summary>Both are known, from the server or from a listing; the local file is being opened and the plan made.</summary>
    Opening,

    /// <summary>Ranges are being fetched.</summary>
    Fetching,

    /// <summary>All bytes are there; a worker verifies and publishes.</summary>
    Finishing,

    /// <summary>Published or failed.</summary>
    Ended,
}
