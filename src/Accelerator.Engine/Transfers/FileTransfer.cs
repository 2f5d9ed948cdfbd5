using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>One file under way: its plan, its partial file, and who knows what about its bytes. Holds no socket.</summary>
internal sealed class FileTransfer : IAsyncDisposable
{
    // Files fetched in one run below this have no journal: to fetch them again costs less than to flush for them.
    internal const long LeastJournalled = 16 << 20;

    private const int MostRestarts = 6;

    private readonly TimeProvider _time;
    private readonly object _lock = new();
    private readonly SemaphoreSlim _restarting = new(1, 1);
    private readonly long _started;
    private int _doubts;

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
        Sources = new FileSources(item);
        _time = time;
        Receipts = new ReceiptCount(time);
        _started = started;
        FailureBudget = new FailureBudget(time);
    }

    /// <summary>Its place in the request.</summary>
    public int Index { get; }

    /// <summary>What is wanted.</summary>
    public TransferItem Item { get; }

    /// <summary>Sources that did not give the file with the given SHA-256, in their order. <see cref="Item"/> has those that are left.</summary>
    public IReadOnlyList<PassedSource> Passed { get; private init; } = [];

    /// <summary>
    /// Whether a listing says that it is short: then the server is asked nothing at all about it. A listing of the next run shows what has
    /// changed meanwhile.
    /// </summary>
    public bool IsSmall { get; }

    /// <summary>
    /// Whether all of it came with one RETR, no byte more and none less than was listed: it needs no seam, and no question whether two
    /// versions of it were mixed. Others read more than the file, for their seams.
    /// </summary>
    public bool CameAtOnce => IsSmall && Plan.BytesReused == 0 && Item.Listed!.Size == BytesFetched && PeakStreams == 1
        && (BytesFetched == 0 || (Map.IsWritten(new ByteRange(0, BytesFetched)) && Map.IsVerified));

    /// <summary>The further sources, and which of them give bytes.</summary>
    public FileSources Sources { get; }

    /// <summary>Whether a lane's streams may fetch ranges of it. What is short, or comes in one stream, comes from the first source.</summary>
    public bool Admits(Route route) => route.Identifies(this) || (Stage == FileStage.Fetching && !IsSingle && Sources.Admits(route));

    /// <summary>What is asked about it before its first byte, and beside its first bytes.</summary>
    public MetadataProbe MetadataProbe { get; }

    /// <summary>What is asked about it after its last byte; null before.</summary>
    public MetadataProbe? Recheck { get; set; }

    /// <summary>Samples that the server has sent once more as they are on the disk. A finish that a lost session ended goes on from there.</summary>
    public SampleRecord Sampled { get; } = new();

    /// <summary>Name for views.</summary>
    public string Name => Path.GetFileName(Item.TargetPath);

    /// <summary>See <see cref="FileStage"/>.</summary>
    public FileStage Stage { get; private set; }

    /// <summary>How it ended.</summary>
    public FileResult? Result { get; private set; }

    /// <summary>What will be done; from <see cref="FileStage.Fetching"/> on.</summary>
    public TransferPlan Plan { get; private set; } = null!;

    /// <summary>The local file; from <see cref="FileStage.Fetching"/> on.</summary>
    public PartialFile Part { get; private set; } = null!;

    /// <summary>The truth about its bytes.</summary>
    public FileMap Map { get; private set; } = null!;

    /// <summary>The seams.</summary>
    public ProofChain Chain { get; private set; } = null!;

    /// <summary>Who fetches what.</summary>
    public SegmentQueue Queue { get; private set; } = null!;

    /// <summary>Durability; null for a small file.</summary>
    public Checkpointer? Checkpointer { get; private set; }

    /// <summary>The hash that its whole will be compared by, computed while it is fetched; null where none is, or nobody knows which, or the file is short.</summary>
    public RunningHash? Hash { get; private set; }

    /// <summary>Last change as the server or its listing tells it; null while nobody has.</summary>
    public string? Modified { get; private set; }

    /// <summary>Length of the data where the server could not tell it before; -1 until its end was seen.</summary>
    public long FoundLength { get; set; } = -1;

    /// <summary>Whether REST was found not to work here: one stream, from 0.</summary>
    public bool IsSingle { get; private set; }

    /// <summary>Whether the server was shown not to honour REST, by this run or, as its journal says, by an earlier one.</summary>
    public bool IsRestRefuted { get; private set; }

    /// <summary>Whether ranges that begin like the file were found to be honest: the file repeats itself.</summary>
    public bool RepeatsItsHead { get; set; }

    /// <summary>How much trouble it may still make.</summary>
    public FailureBudget FailureBudget { get; }

    /// <summary>Bytes of an earlier run that are in the file. Those that were thrown away since do not count.</summary>
    public long BytesReused => Chain?.Given(static source => source == Fragment.EarlierRun).Sum(static given => given.Range.Length) ?? 0;

    /// <summary>Bytes received for it in this run.</summary>
    public long BytesFetched => Receipts.Bytes;

    /// <summary>Most streams that received at once.</summary>
    public int PeakStreams => Receipts.PeakStreams;

    /// <summary>Since it was begun; for the first file of a run since the run began.</summary>
    public TimeSpan Elapsed => _time.GetElapsedTime(_started);

    /// <summary>What its streams receive.</summary>
    public ReceiptCount Receipts { get; private init; }

    /// <summary>Bytes of the file; what was found at its end where the server could not tell.</summary>
    public long Length => Plan.Identity.Size ?? Math.Max(FoundLength, 0);

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
        new(Index, Item with { Listed = null }, Passed.Count > 0 ? VerifyMode.Sha256 : verify, _time, _started, usesListedSize: false) { Passed = Passed, Receipts = Receipts };

    /// <summary>Opens the partial file, takes over or refuses an earlier run's bytes, and makes the queue.</summary>
    public async Task OpenAsync(TransferRequest request, RemoteFacts facts, int start, Action<NoticeKind, string> notice, CancellationToken cancellationToken)
    {
        RequirePlainWay();
        Part = await PartialFile.OpenAsync(Item.TargetPath, Item.PartTag, request.Unbuffered, facts.Identity.Size, _time, cancellationToken).ConfigureAwait(false);
        // A link that was laid in between has led to an empty file elsewhere, and leads to nothing more.
        RequirePlainWay();
        // What a source that was passed over gave could not be removed, where there is anything.
        LeftFile? left = Passed.Count == 0 ? new LeftFile(Part.JournalPath, Part.LengthAtOpen) : null;
        var prepared = await FilePreparation.MakeAsync(
            request, Item, facts, left, journal => ResumeCheck.CompareAsync(Part, Name, journal, _time, notice, cancellationToken), CompanionFile.Usable(MetadataProbe, Item.Sources[0].Path), start, cancellationToken).ConfigureAwait(false);
        if (prepared.Refusal is { } refusal) notice(NoticeKind.ResumeRefused, refusal);
        (Plan, Modified) = (prepared.Plan, prepared.Plan.Identity.Modified);
        var journal = prepared.Journal;
        if (journal is null) await Part.StartOverAsync(cancellationToken).ConfigureAwait(false);

        Map = new FileMap(Plan.Identity.Size ?? long.MaxValue);
        Chain = new ProofChain(Map);
        if (journal is not null)
        {
            Map.Restore(journal.Proven, journal.Unproven, journal.Sums);
            Chain.Restore(journal.Proven, journal.Unproven, journal.RestHonoured == true);
            await RememberHeadAsync(cancellationToken).ConfigureAwait(false);
            notice(NoticeKind.Resumed, $"{Name}: continuing, {Plan.BytesReused:N0} of {journal.Size:N0} bytes are there already.");
        }
        if (Plan.Identity.Size is { } size)
        {
            await Part.ReserveAsync(size, cancellationToken).ConfigureAwait(false);
            if (size >= LeastJournalled || journal is not null)
                Checkpointer = new Checkpointer(Map, Part.Sink, Part.JournalPath, Plan.Identity, _time, CheckpointLimits.Default) { RestHonoured = journal?.RestHonoured, BeforeJournal = Part.RequireInPlace, UnprovenSources = Unproven };
        }
        Sources.Inherit(journal?.UnprovenSources ?? []);
        // The journal on the disk still lists what is written anew now.
        if (prepared.IsDamaged) await Checkpointer!.CheckpointNowAsync(cancellationToken).ConfigureAwait(false);
        if (!IsSmall)
        {
            // A size that only a listing tells does not show that two sources hold the same file.
            var told = Plan.IsSizeListed ? Plan.Identity with { Size = null } : Plan.Identity;
            foreach (var sentence in Sources.Begin(request, told, facts.Features ?? MetadataProbe.Features)) notice(NoticeKind.Replica, sentence);
        }

        IsSingle = !Plan.Segmented;
        IsRestRefuted = journal?.RestHonoured == false;
        var missing = Plan.Identity.Size is { } whole ? Map.Missing(new ByteRange(0, whole)) : [new ByteRange(0, long.MaxValue)];
        Queue = new SegmentQueue(missing, Plan.Ranges, IsSingle, request.Segments, _time);
        if (request.Verify.Mode == VerifyMode.Sha256) Follow(HashKind.Sha256);
        TryEnter(FileStage.Opening, FileStage.Fetching);
    }

    /// <summary>The whole will be compared by this hash: it is computed from now on, beside the transfer. Only the first call counts.</summary>
    public void Follow(HashKind kind)
    {
        lock (_lock)
        {
            if (Hash is null && Stage <= FileStage.Fetching && Plan.Identity.Size >= OrderPolicy.Least) Hash = new RunningHash(kind, Part.Sink, Map, _time);
        }
    }

    private void RequirePlainWay()
    {
        if (Item.Root is { } root) LinkFreePath.Require(root, Item.TargetPath);
    }

    /// <summary>
    /// Throws everything away and starts again: in one stream when REST cannot be trusted, in ranges when only an earlier run's bytes were wrong.
    /// Waits until every stream has let go of its range, so that no late write lands in the new bytes.
    /// </summary>
    /// <param name="generation">The start of the file in which the trouble was seen: a restart since then has dealt with it.</param>
    /// <param name="single">Whether in one stream.</param>
    /// <param name="restRefuted">Whether the server was shown not to honour REST, which the journal and the site's profile then say.</param>
    /// <param name="announce">Tells the user. Several streams may see the same trouble; only the one that restarts the file calls this.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <returns>False when the file has been restarted too often.</returns>
    public async Task<bool> RestartAsync(int generation, bool single, bool restRefuted, Action announce, CancellationToken cancellationToken)
    {
        await _restarting.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (generation != Queue.Generation || Stage == FileStage.Ended) return true;
            if (generation == MostRestarts) return false;
            announce();
            Queue.RevokeAll(new RunRevokedException());
            // After the generation: who sees it set and then the generation still his own speaks of the one stream.
            IsSingle |= single;
            while (!Queue.IsIdle) await Task.Delay(TimeSpan.FromMilliseconds(5), _time, cancellationToken).ConfigureAwait(false);

            var all = new ByteRange(0, Map.Size);
            if (Checkpointer is null) Map.Discard(all);
            else await Checkpointer.DiscardAsync(all, cancellationToken).ConfigureAwait(false);
            Chain.Clear();
            Sources.StartOver();
            IsRestRefuted |= restRefuted;
            if (Checkpointer is not null && IsRestRefuted) Checkpointer.RestHonoured = false;
            Queue.Restart(all, IsSingle);
            return true;
        }
        finally
        {
            _restarting.Release();
        }
    }

    /// <summary>
    /// Throws away what some sources gave, once their streams have let go, and makes it free for others. Whoever calls this keeps the file in doubt meanwhile, and lets
    /// those sources fetch no more.
    /// </summary>
    /// <param name="isWrong">Which sources.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <returns>Bytes that were thrown away.</returns>
    public async Task<long> TakeBackAsync(Func<int, bool> isWrong, CancellationToken cancellationToken)
    {
        await _restarting.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            while (Sources.Runs.HasAny(isWrong)) await Task.Delay(TimeSpan.FromMilliseconds(5), _time, cancellationToken).ConfigureAwait(false);
            if (Stage == FileStage.Ended) return 0;
            var ranges = Chain.Remove(isWrong);
            // A journal on the disk lists them: it must not when other bytes are written there.
            if (Checkpointer is not null && ranges.Count > 0) await Checkpointer.CheckpointNowAsync(cancellationToken).ConfigureAwait(false);
            Queue.Free(ranges);
            return ranges.Sum(range => range.Length);
        }
        catch (ObjectDisposedException) when (Stage == FileStage.Ended)
        {
            return 0;
        }
        finally
        {
            _restarting.Release();
        }
    }

    /// <summary>Whether a stream has seen something that does not fit and has not yet found out why: then nothing may be published.</summary>
    public bool IsInDoubt => Volatile.Read(ref _doubts) > 0;

    /// <summary>Something does not fit. To be called before the range is given back.</summary>
    public void RaiseDoubt() => Interlocked.Increment(ref _doubts);

    /// <summary>The cause was found and dealt with.</summary>
    public void SettleDoubt() => Interlocked.Decrement(ref _doubts);

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
        if (Checkpointer is not null) await Checkpointer.DisposeAsync().ConfigureAwait(false);
        if (Hash is not null) await Hash.DisposeAsync().ConfigureAwait(false);
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
            if (Checkpointer is not null)
            {
                await Checkpointer.CheckpointNowAsync(CancellationToken.None).ConfigureAwait(false);
                return Map.BytesDurable > 0 && Part.IsInPlace;
            }
        }
        catch (Exception e) when (e is StorageException or ObjectDisposedException)
        {
            // The last journal that was written still holds.
        }
        return File.Exists(Part.JournalPath) && Part.IsInPlace;
    }

    /// <summary>Journals a file of which every byte is proven and flushed, so that a later run only has to publish it.</summary>
    public async Task KeepWholeAsync()
    {
        if (Plan.Identity.Size is null) return;
        Map.MarkDurable(Map.Snapshot());
        var durable = Map.Durable();
        var state = new JournalState(Plan.Identity, Map.Size, durable.Proven, durable.Unproven, Checkpointer?.RestHonoured, _time.GetUtcNow()) { UnprovenSources = Unproven(), Sums = durable.Sums };
        await ResumeJournal.WriteAsync(Part.JournalPath, state, _time, CancellationToken.None).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await CloseAsync(remove: false).ConfigureAwait(false);
        _restarting.Dispose();
    }

    // A later run takes all bytes that the journal does not name for those of the item's first source. This is the first one only because others were passed over.
    private IReadOnlyList<string> Unproven() =>
        Passed.Count == 0 ? Sources.Unproven : [.. Sources.Unproven.Append(Item.Sources[0].ToString()).Distinct()];

    private async Task RememberHeadAsync(CancellationToken cancellationToken)
    {
        var head = new byte[(int)Math.Min(SeamSample.Length, Map.Size)];
        if (!Map.IsWritten(new ByteRange(0, head.Length))) return;
        await Part.Sink.ReadAsync(0, head, cancellationToken).ConfigureAwait(false);
        Chain.KnowHead(head);
    }
}
