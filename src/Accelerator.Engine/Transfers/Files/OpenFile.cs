using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// A file whose bytes are being fetched: its plan, its partial file, and the records of its bytes. Its parts are created together, from a
/// <see cref="FilePreparation"/>, and none is ever replaced. Holds no socket.
/// </summary>
internal sealed class OpenFile : IAsyncDisposable
{
    private const int MostRestarts = 6;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    private readonly TimeProvider _time;
    private readonly object _lock = new();
    private readonly SemaphoreSlim _restarting = new(1, 1);
    private int _doubts;
    private bool _isStopped;

    /// <param name="transfer">The file and its progress.</param>
    /// <param name="part">The local file, locked by this run. It is empty when nothing is reused.</param>
    /// <param name="prepared">The plan, and the data that an earlier run left.</param>
    /// <param name="request">Bounds on ranges, and the requested verification.</param>
    /// <param name="time">The clock.</param>
    /// <param name="roundTrip">R of the longest path to its sources. Default: a short one.</param>
    public OpenFile(FileTransfer transfer, PartialFile part, FilePreparation prepared, TransferRequest request, TimeProvider time,
        TimeSpan roundTrip = default)
    {
        (Transfer, Part, Plan, _time) = (transfer, part, prepared.Plan, time);
        Sources = new FileSources(transfer.Item);
        Map = new FileMap(Plan.Identity.Size ?? long.MaxValue, Plan.Part) { Grown = transfer.Item.Output is null ? null : Grown.Set };
        if (!Plan.Segmented) Map.BeginAtStart();
        Chain = new ProofChain(Map);
        if (prepared.Journal is { } journal)
        {
            Map.Restore(journal.Proven, journal.Unproven, journal.Sums);
            Chain.Restore(journal.Proven, journal.Unproven, journal.RestHonoured == true);
            Sources.Inherit(journal.UnprovenSources);
            IsRestRefuted = journal.RestHonoured == false;
        }
        // An output is not resumed.
        if (transfer.Item.Output is null && Plan.Identity.Size is { } known
            && (known >= TransferItem.LeastJournalled || prepared.Journal is not null))
        {
            Checkpointer = new Checkpointer(Map, Part.Sink, Part.JournalPath, Plan.Identity, time, CheckpointLimits.Default)
            {
                RestHonoured = prepared.Journal?.RestHonoured,
                BeforeJournal = Part.RequireInPlace,
                UnprovenSources = Unproven,
            };
        }
        Part.MayHaveJournal = Checkpointer is not null || prepared.Journal is not null;
        IReadOnlyList<ByteRange> missing =
            Plan is { Identity.Size: { } size, Part: null } ? Map.Missing(new ByteRange(0, size)) : Plan.Missing;
        Queue = new SegmentQueue(missing, Plan.Ranges, single: !Plan.Segmented, request.Segments, time) { Urgent = Tail() };
        if (transfer.Item.Output is null) return;
        Output = new OrderedCopy(transfer.Item, Part.Sink, Map, Chain, Queue, Grown, time);
        Output.Order(Plan.InitialStreams, OrderPolicy.InFlight(roundTrip), request.Segments.Minimum);
        Spool = new SpoolSpace(this);
        Output.Moved = Spool.Release;
    }

    /// <summary>The file and its progress.</summary>
    public FileTransfer Transfer { get; }

    /// <summary>The item.</summary>
    public TransferItem Item => Transfer.Item;

    /// <summary>Name for views.</summary>
    public string Name => Transfer.Name;

    /// <summary>Whether it was published or has failed.</summary>
    public bool IsEnded => Transfer.Stage == FileStage.Ended;

    /// <summary>The receipts of its streams.</summary>
    public ReceiptCount Receipts => Transfer.Receipts;

    /// <summary>The plan.</summary>
    public TransferPlan Plan { get; }

    /// <summary>The local file.</summary>
    public PartialFile Part { get; }

    /// <summary>The further sources, and which of them contribute bytes.</summary>
    public FileSources Sources { get; }

    /// <summary>The authoritative record of its bytes.</summary>
    public FileMap Map { get; }

    /// <summary>The seams.</summary>
    public ProofChain Chain { get; }

    /// <summary>The queue that assigns ranges to streams.</summary>
    public SegmentQueue Queue { get; }

    /// <summary>The checkpointer that makes the bytes durable; null for a small file.</summary>
    public Checkpointer? Checkpointer { get; }

    /// <summary>
    /// Samples that the server has sent once more and that match the disk. A finish that was interrupted by a lost session resumes from
    /// there.
    /// </summary>
    public SampleRecord Sampled { get; } = new();

    /// <summary>
    /// The hash for the comparison of the complete file, computed during the transfer. Null when none is compared, when the algorithm is
    /// unknown, and for a short file.
    /// </summary>
    public RunningHash? Hash { get; private set; }

    /// <summary>The copy to <see cref="TransferItem.Output"/>; null without one.</summary>
    public OrderedCopy? Output { get; }

    /// <summary>Signals that bytes of a file with an output were written or verified.</summary>
    public WakeSignal Grown { get; } = new();

    /// <summary>Bytes to fetch, those of an earlier run included; null while the size is unknown.</summary>
    public long? BytesWanted => Plan.Part is null ? Plan.Identity.Size
        : Plan.Identity.Size is null ? null : Plan.Missing.Sum(range => range.Length);

    /// <summary>
    /// The bytes whose arrival is progress: all of the file, or the part for the output. If the file comes from byte 0, the bytes before
    /// the part are among them; the last 64 KiB, which only show that offsets are right, never are.
    /// </summary>
    public ByteRange Shown => new(Map.First, Map.Wanted.End);

    /// <summary>Length of <see cref="Shown"/>; null while the size is unknown.</summary>
    public long? BytesShown => Plan.Identity.Size is null ? null : Shown.Length;

    /// <summary>The disk space behind the reader of the output; null without one.</summary>
    public SpoolSpace? Spool { get; }

    /// <summary>Whether the size is that of a listing, which the end of the data corrects.</summary>
    public bool HasListedSize => Plan.IsSizeListed || Transfer.IsSmall;

    /// <summary>Length of the data when the server could not report it before; -1 until the end was seen.</summary>
    public long FoundLength { get; set; } = -1;

    /// <summary>
    /// Whether only the number of bytes shows that the offset of the part was honoured, because the compared bytes repeat.
    /// </summary>
    public bool HasDoubtfulOffset { get; set; }

    /// <summary>Whether the server was shown not to honour REST, by this run or, according to the journal, by an earlier one.</summary>
    public bool IsRestRefuted { get; private set; }

    /// <summary>Bytes of the file; the length found at its end when the server could not report one.</summary>
    public long Length => Plan.Identity.Size ?? Math.Max(FoundLength, 0);

    /// <summary>Bytes of the result: all of the file, or the part for the output.</summary>
    public long ResultLength => Plan.Part is { } part ? Math.Max(0, Math.Min(part.End, Length) - part.Start) : Length;

    /// <summary>Bytes of an earlier run that are in the file, without those discarded since.</summary>
    public long BytesReused => Chain.Given(static source => source == Fragment.EarlierRun).Sum(static given => given.Range.Length);

    /// <summary>
    /// Whether the complete file came with one RETR and exactly the listed number of bytes: it needs no seam, and no check for mixed
    /// versions. Other files read more than their size, for their seams.
    /// </summary>
    public bool CameAtOnce => Transfer.IsSmall && Plan.BytesReused == 0 && Item.Listed?.Size == Receipts.Bytes && Receipts.PeakStreams == 1
        && (Receipts.Bytes == 0 || (Map.IsWritten(new ByteRange(0, Receipts.Bytes)) && Map.IsVerified));

    /// <summary>Whether a stream has found a mismatch whose cause is not known yet: then nothing may be published.</summary>
    public bool IsInDoubt => Volatile.Read(ref _doubts) > 0;

    /// <summary>Records a mismatch. Must be called before the range is released.</summary>
    public void RaiseDoubt() => Interlocked.Increment(ref _doubts);

    /// <summary>Records that the cause was found and handled.</summary>
    public void SettleDoubt() => Interlocked.Decrement(ref _doubts);

    /// <summary>Reads the first bytes of an earlier run's data, for <see cref="ProofChain.FileHead"/>.</summary>
    public async Task RememberHeadAsync(CancellationToken cancellationToken)
    {
        var head = new byte[checked((int)Math.Min(SeamSample.Length, Map.Size))];
        if (!Map.IsWritten(new ByteRange(0, head.Length))) return;
        await Part.Sink.ReadAsync(0, head, cancellationToken).ConfigureAwait(false);
        Chain.KnowHead(head);
    }

    /// <summary>Starts to compute the hash of the complete file in parallel with the transfer. Only the first call counts.</summary>
    public void Follow(HashKind kind)
    {
        lock (_lock)
        {
            if (Hash is not null || _isStopped || Transfer.Stage > FileStage.Fetching) return;
            if (!(Plan.Identity.Size >= (Item.Output is null ? OrderPolicy.Least : 0))) return;
            Hash = new RunningHash(kind, Part.Sink, Map, _time);
        }
    }

    /// <summary>
    /// Discards everything and restarts: in one stream when REST cannot be trusted, in ranges when only an earlier run's bytes were wrong.
    /// Waits until every stream has released its range, so that no late write lands in the new bytes. A restart that has begun is completed
    /// whatever happens to its caller, whose route may fall silent: until then no byte of the file can be assigned.
    /// </summary>
    /// <param name="generation">The generation of the file in which the failure was seen: a later restart has already handled it.</param>
    /// <param name="single">Whether to use one stream.</param>
    /// <param name="restRefuted">Whether the server was shown not to honour REST, which is then recorded in the journal and the site
    /// profile.</param>
    /// <param name="announce">Reports to the user. Several streams may see the same failure; only the one that restarts the file calls
    /// this.</param>
    /// <param name="cancellationToken">Stops the wait for another restart of the file.</param>
    /// <returns>False when the file has been restarted too often.</returns>
    public async Task<bool> RestartAsync(
        int generation, bool single, bool restRefuted, Action announce, CancellationToken cancellationToken)
    {
        await _restarting.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (generation != Queue.Generation || IsEnded) return true;
            if (generation == MostRestarts) return false;
            announce();
            await RevokeRangesAsync().ConfigureAwait(false);

            var all = new ByteRange(0, Map.Size);
            if (Checkpointer is null) Map.Discard(all);
            else await Checkpointer.DiscardAsync(all, CancellationToken.None).ConfigureAwait(false);
            Chain.Clear();
            HasDoubtfulOffset = false;
            Sources.StartOver();
            IsRestRefuted |= restRefuted;
            if (Checkpointer is not null && IsRestRefuted) Checkpointer.RestHonoured = false;
            if (single || Queue.IsSingle) Map.BeginAtStart();
            // A listed size is confirmed by the end of the data.
            var needed = Plan is { Part: { } part, Identity.Size: not null, IsSizeListed: false } ? all with { End = part.End } : all;
            Queue.Restart(needed, single || Queue.IsSingle);
            return true;
        }
        finally
        {
            _restarting.Release();
        }
    }

    /// <summary>Revokes every range, and waits until the streams have released them.</summary>
    public async Task RevokeRangesAsync()
    {
        Queue.RevokeAll(new RunRevokedException());
        while (!Queue.IsIdle) await Task.Delay(Pause, _time, CancellationToken.None).ConfigureAwait(false);
    }

    /// <summary>
    /// Discards the bytes of some sources, once their streams have released their ranges, and frees them for others. The caller keeps the
    /// file in doubt meanwhile, and prevents those sources from fetching. It cannot be cancelled, like a restart: no other
    /// stream would discard the bytes.
    /// </summary>
    /// <param name="isWrong">Selects the sources.</param>
    /// <returns>The number of bytes discarded.</returns>
    public async Task<long> TakeBackAsync(Func<int, bool> isWrong)
    {
        await _restarting.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        try
        {
            while (Sources.Runs.HasAny(isWrong)) await Task.Delay(Pause, _time, CancellationToken.None).ConfigureAwait(false);
            if (IsEnded) return 0;
            var ranges = Chain.Remove(isWrong);
            // A journal on the disk lists these bytes, and must not when other bytes are written there.
            if (Checkpointer is not null && ranges.Count > 0)
                await Checkpointer.CheckpointNowAsync(CancellationToken.None).ConfigureAwait(false);
            Queue.Free(ranges);
            return ranges.Sum(range => range.Length);
        }
        catch (ObjectDisposedException) when (IsEnded)
        {
            return 0;
        }
        finally
        {
            _restarting.Release();
        }
    }

    /// <summary>Whether all bytes are verified and flushed, and only the final name is missing: then they are never deleted.</summary>
    public bool IsWhole { get; private set; }

    /// <summary>Journals a file whose bytes are all verified and flushed, so that a later run only has to publish it.</summary>
    public async Task KeepWholeAsync()
    {
        IsWhole = true;
        if (Plan.Identity.Size is null) return;
        Map.MarkDurable(Map.Snapshot());
        var durable = Map.Durable();
        var state = new JournalState(
            Plan.Identity, Map.Size, durable.Proven, durable.Unproven, Checkpointer?.RestHonoured, _time.GetUtcNow())
        {
            UnprovenSources = Unproven(),
            Sums = durable.Sums,
        };
        await ResumeJournal.WriteAsync(Part.JournalPath, state, _time, CancellationToken.None).ConfigureAwait(false);
    }

    /// <summary>Stops the checkpoints and the hash. The local file stays open.</summary>
    public async Task StopAsync()
    {
        lock (_lock) _isStopped = true;
        if (Checkpointer is not null) await Checkpointer.DisposeAsync().ConfigureAwait(false);
        if (Hash is not null) await Hash.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await StopAsync().ConfigureAwait(false);
        if (Output is not null) await Output.DisposeAsync().ConfigureAwait(false);
        _restarting.Dispose();
    }

    // Fetched first, because nothing of a part is passed on before.
    private ByteRange Tail()
    {
        if (Plan is not { Part: { IsEmpty: false, Start: > 0 and var start }, Identity.Size: { } size }) return default;
        var tail = new ByteRange(OutputRange.TailStart(size), size);
        return tail.Start > start ? tail : default;
    }

    // A later run attributes all bytes that the journal does not name to the item's first source. This source is the first one only because
    // others were skipped.
    private IReadOnlyList<string> Unproven() =>
        Transfer.Passed.Count == 0 ? Sources.Unproven : [.. Sources.Unproven.Append(Item.Sources[0].ToString()).Distinct()];
}
