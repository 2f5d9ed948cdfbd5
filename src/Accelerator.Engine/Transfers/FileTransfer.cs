using Accelerator.Engine.Journals;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// One file of a run, from the first question to its end: what is wanted, how far it has come, and what it has cost. While its bytes are
/// fetched, an <see cref="OpenFile"/> holds them.
/// </summary>
internal sealed class FileTransfer : IAsyncDisposable
{
    // Files fetched in one run below this have no journal: to fetch them again costs less than to flush for them.
    internal const long LeastJournalled = 16 << 20;

    private readonly TimeProvider _time;
    private readonly object _lock = new();
    private readonly long _started;

    /// <param name="index">Its place in the request.</param>
    /// <param name="item">What is wanted.</param>
    /// <param name="verify">Proof wanted.</param>
    /// <param name="time">Clock.</param>
    /// <param name="started">Time stamp of its beginning.</param>
    /// <param name="usesListedSize">Whether a size in a listing is a hint where the server tells none when asked.</param>
    public FileTransfer(int index, TransferItem item, VerifyMode verify, TimeProvider time, long started, bool usesListedSize = true)
    {
        Index = index;
        Item = item;
        IsSmall = FilePreparation.IsSmall(item, verify);
        Stage = IsSmall ? FileStage.Opening : FileStage.Inspecting;
        MetadataProbe = FilePreparation.Questions(item, verify, usesListedSize);
        _time = time;
        Receipts = new ReceiptCount(time);
        _started = started;
        FailureBudget = new FailureBudget(time);
    }

    /// <summary>Its place in the request.</summary>
    public int Index { get; }

    /// <summary>What is wanted.</summary>
    public TransferItem Item { get; }

    /// <summary>
    /// Sources that did not give the file with the given SHA-256, in their order. <see cref="Item"/> has those that are left.
    /// </summary>
    public IReadOnlyList<PassedSource> Passed { get; private init; } = [];

    /// <summary>
    /// Whether a listing says that it is short: then the server is asked nothing at all about it. A listing of the next run shows what has
    /// changed meanwhile.
    /// </summary>
    public bool IsSmall { get; }

    /// <summary>
    /// Whether a lane's streams may fetch ranges of it. What is short, or comes in one stream, comes from the first source.
    /// </summary>
    public bool Admits(Route route) =>
        route.Identifies(this) || (Stage == FileStage.Fetching && Open is { Queue.IsSingle: false } open && open.Sources.Admits(route));

    /// <summary>What is asked about it before its first byte, and beside its first bytes.</summary>
    public MetadataProbe MetadataProbe { get; }

    /// <summary>What is asked about it after its last byte; null before.</summary>
    public MetadataProbe? Recheck { get; set; }

    /// <summary>Name for views.</summary>
    public string Name => Path.GetFileName(Item.TargetPath);

    /// <summary>See <see cref="FileStage"/>.</summary>
    public FileStage Stage { get; private set; }

    /// <summary>How it ended.</summary>
    public FileResult? Result { get; private set; }

    /// <summary>The local file, held by this run; null until it is held.</summary>
    public PartialFile? Part { get; private set; }

    /// <summary>What there is of it while its bytes are fetched, and afterwards; null until it is open, and where it never was.</summary>
    public OpenFile? Open { get; private set; }

    /// <summary>Last change as the server or its listing tells it; null while neither has.</summary>
    public string? Modified { get; private set; }

    /// <summary>How much trouble it may still make.</summary>
    public FailureBudget FailureBudget { get; }

    /// <summary>Bytes received for it in this run.</summary>
    public long BytesFetched => Receipts.Bytes;

    /// <summary>Most streams that received at once.</summary>
    public int PeakStreams => Receipts.PeakStreams;

    /// <summary>Since it was begun; for the first file of a run since the run began.</summary>
    public TimeSpan Elapsed => _time.GetElapsedTime(_started);

    /// <summary>What its streams receive.</summary>
    public ReceiptCount Receipts { get; private init; }

    /// <summary>The server has told the time of a file whose listing told none.</summary>
    public void Learn(string modified) => Modified = modified;

    /// <summary>Moves from one stage to the next, for the one worker that gets true.</summary>
    public bool TryEnter(FileStage from, FileStage to)
    {
        lock (_lock)
        {
            if (Stage != from) return false;
            Stage = to;
            return true;
        }
    }

    /// <summary>The same file without its first source: nothing is known of it, and only what it has cost stays.</summary>
    /// <param name="passed">The first source, and why it is passed over.</param>
    public FileTransfer FromNextSource(PassedSource passed) =>
        new(Index, Item with { Sources = [.. Item.Sources.Skip(1)], Listed = null }, VerifyMode.Sha256, _time, _started)
        {
            Passed = [.. Passed, passed],
            Receipts = Receipts,
        };

    /// <summary>The same file without the size that a listing told: nothing is known of it, and only what it has cost stays.</summary>
    public FileTransfer WithoutListedSize(VerifyMode verify) =>
        new(Index, Item with { Listed = null }, Passed.Count > 0 ? VerifyMode.Sha256 : verify, _time, _started, usesListedSize: false)
        {
            Passed = Passed,
            Receipts = Receipts,
        };

    /// <summary>Takes the local file, keeps or refuses an earlier run's bytes, and opens the file for the streams.</summary>
    /// <param name="request">What is wanted.</param>
    /// <param name="facts">The file on the server now.</param>
    /// <param name="start">Streams to begin with.</param>
    /// <param name="notice">Tells the user.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The plan.</returns>
    public async Task<TransferPlan> OpenAsync(
        TransferRequest request, RemoteFacts facts, int start, Action<NoticeKind, string> notice, CancellationToken cancellationToken)
    {
        RequirePlainWay();
        var size = facts.Identity.Size;
        var part = Part = await PartialFile.OpenAsync(
            Item.TargetPath, Item.PartTag, request.Unbuffered, size, _time, cancellationToken).ConfigureAwait(false);
        // A link that was laid in between has led to an empty file elsewhere, and leads to nothing more.
        RequirePlainWay();
        // What a source that was passed over gave could not be removed, where there is anything.
        LeftFile? left = Passed.Count == 0 ? new LeftFile(part.JournalPath, part.LengthAtOpen) : null;
        var companions = CompanionFile.Usable(MetadataProbe, Item.Sources[0].Path);
        var prepared = await FilePreparation.MakeAsync(
            request, Item, facts, left, CompareAsync, companions, start, cancellationToken).ConfigureAwait(false);
        if (prepared.Refusal is { } refusal) notice(NoticeKind.ResumeRefused, refusal);
        var plan = prepared.Plan;
        Modified = plan.Identity.Modified;
        if (prepared.Journal is null) await part.StartOverAsync(cancellationToken).ConfigureAwait(false);

        var open = Open = new OpenFile(this, part, prepared, request, _time);
        if (prepared.Journal is { } journal)
        {
            await open.RememberHeadAsync(cancellationToken).ConfigureAwait(false);
            notice(NoticeKind.Resumed, $"{Name}: continuing, {plan.BytesReused:N0} of {journal.Size:N0} bytes are there already.");
        }
        if (size is { } known) await part.ReserveAsync(known, cancellationToken).ConfigureAwait(false);
        // The journal on the disk still lists what is written anew now.
        if (prepared.IsDamaged) await open.Checkpointer!.CheckpointNowAsync(cancellationToken).ConfigureAwait(false);
        if (!IsSmall)
        {
            // A size that only a listing tells does not show that two sources hold the same file.
            var told = plan.IsSizeListed ? plan.Identity with { Size = null } : plan.Identity;
            var features = facts.Features ?? MetadataProbe.Features;
            foreach (var sentence in open.Sources.Begin(request, told, features)) notice(NoticeKind.Replica, sentence);
        }
        if (request.Verify.Mode == VerifyMode.Sha256) open.Follow(HashKind.Sha256);
        TryEnter(FileStage.Opening, FileStage.Fetching);
        return plan;

        Task<ReusedBytes> CompareAsync(JournalState journal) =>
            ResumeCheck.CompareAsync(part, Name, journal, _time, notice, cancellationToken);
    }

    private void RequirePlainWay()
    {
        if (Item.Root is { } root) LinkFreePath.Require(root, Item.TargetPath);
    }

    /// <summary>The end, well or badly. Only the first call counts.</summary>
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

    /// <summary>Completes the result with what was learned while the file was closed.</summary>
    public void Amend(FileResult result)
    {
        lock (_lock) Result = result;
    }

    /// <summary>Closes the local file; removes it with its journal when a later run could not use it.</summary>
    public async Task CloseAsync(bool remove)
    {
        if (Open is not null) await Open.StopAsync().ConfigureAwait(false);
        if (Part is null) return;
        try
        {
            if (remove) await Part.DiscardAsync().ConfigureAwait(false);
            else await Part.DisposeAsync().ConfigureAwait(false);
        }
        catch (StorageException)
        {
            await Part.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Makes what was fetched durable, for a later run.</summary>
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
            // The last journal that was written still holds.
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
