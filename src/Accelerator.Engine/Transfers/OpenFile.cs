using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// A file whose bytes are being fetched: its plan, its partial file, and the records of its bytes. Its parts are made together, from a
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

    /// <param name="transfer">What is wanted, and how far it has come.</param>
    /// <param name="part">The local file, held by this run. Where nothing is reused it is empty.</param>
    /// <param name="prepared">What is to be done, and what an earlier run left.</param>
    /// <param name="request">Bounds on ranges, and what is wanted as verification.</param>
    /// <param name="time">Clock.</param>
    public OpenFile(FileTransfer transfer, PartialFile part, FilePreparation prepared, TransferRequest request, TimeProvider time)
    {
        (Transfer, Part, Plan, _time) = (transfer, part, prepared.Plan, time);
        Sources = new FileSources(transfer.Item);
        Map = new FileMap(Plan.Identity.Size ?? long.MaxValue);
        Chain = new ProofChain(Map);
        if (prepared.Journal is { } journal)
        {
            Map.Restore(journal.Proven, journal.Unproven, journal.Sums);
            Chain.Restore(journal.Proven, journal.Unproven, journal.RestHonoured == true);
            Sources.Inherit(journal.UnprovenSources);
            IsRestRefuted = journal.RestHonoured == false;
        }
        if (Plan.Identity.Size is { } known && (known >= FileTransfer.LeastJournalled || prepared.Journal is not null))
        {
            Checkpointer = new Checkpointer(Map, Part.Sink, Part.JournalPath, Plan.Identity, time, CheckpointLimits.Default)
            {
                RestHonoured = prepared.Journal?.RestHonoured,
                BeforeJournal = Part.RequireInPlace,
                UnprovenSources = Unproven,
            };
        }
        var missing = Plan.Identity.Size is { } size ? Map.Missing(new ByteRange(0, size)) : [new ByteRange(0, long.MaxValue)];
        Queue = new SegmentQueue(missing, Plan.Ranges, single: !Plan.Segmented, request.Segments, time);
    }

    /// <summary>What is wanted, and how far it has come.</summary>
    public FileTransfer Transfer { get; }

    /// <summary>What is wanted.</summary>
    public TransferItem Item => Transfer.Item;

    /// <summary>Name for views.</summary>
    public string Name => Transfer.Name;

    /// <summary>Whether it was published or has failed.</summary>
    public bool IsEnded => Transfer.Stage == FileStage.Ended;

    /// <summary>What its streams receive.</summary>
    public ReceiptCount Receipts => Transfer.Receipts;

    /// <summary>What will be done.</summary>
    public TransferPlan Plan { get; }

    /// <summary>The local file.</summary>
    public PartialFile Part { get; }

    /// <summary>The further sources, and which of them give bytes.</summary>
    public FileSources Sources { get; }

    /// <summary>The truth about its bytes.</summary>
    public FileMap Map { get; }

    /// <summary>The seams.</summary>
    public ProofChain Chain { get; }

    /// <summary>Which stream fetches what.</summary>
    public SegmentQueue Queue { get; }

    /// <summary>Durability; null for a small file.</summary>
    public Checkpointer? Checkpointer { get; }

    /// <summary>
    /// Samples that the server has sent once more as they are on the disk. A finish that a lost session ended goes on from there.
    /// </summary>
    public SampleRecord Sampled { get; } = new();

    /// <summary>
    /// The hash that the whole file will be compared by, computed while it is fetched. Null where none is compared, where it is unknown
    /// which one, and for a short file.
    /// </summary>
    public RunningHash? Hash { get; private set; }

    /// <summary>Length of the data where the server could not tell it before; -1 until its end was seen.</summary>
    public long FoundLength { get; set; } = -1;

    /// <summary>Whether the server was shown not to honour REST, by this run or, as its journal says, by an earlier one.</summary>
    public bool IsRestRefuted { get; private set; }

    /// <summary>Bytes of the file; what was found at its end where the server could not tell.</summary>
    public long Length => Plan.Identity.Size ?? Math.Max(FoundLength, 0);

    /// <summary>Bytes of an earlier run that are in the file. Those that were thrown away since do not count.</summary>
    public long BytesReused => Chain.Given(static source => source == Fragment.EarlierRun).Sum(static given => given.Range.Length);

    /// <summary>
    /// Whether all of it came with one RETR, no byte more and none less than was listed: it needs no seam, and no question whether two
    /// versions of it were mixed. Others read more than the file, for their seams.
    /// </summary>
    public bool CameAtOnce => Transfer.IsSmall && Plan.BytesReused == 0 && Item.Listed?.Size == Receipts.Bytes && Receipts.PeakStreams == 1
        && (Receipts.Bytes == 0 || (Map.IsWritten(new ByteRange(0, Receipts.Bytes)) && Map.IsVerified));

    /// <summary>
    /// Whether a stream has seen something that does not fit and has not yet found out why: then nothing may be published.
    /// </summary>
    public bool IsInDoubt => Volatile.Read(ref _doubts) > 0;

    /// <summary>Something does not fit. To be called before the range is given back.</summary>
    public void RaiseDoubt() => Interlocked.Increment(ref _doubts);

    /// <summary>The cause was found and dealt with.</summary>
    public void SettleDoubt() => Interlocked.Decrement(ref _doubts);

    /// <summary>Reads the first bytes of what an earlier run left, for <see cref="ProofChain.FileHead"/>.</summary>
    public async Task RememberHeadAsync(CancellationToken cancellationToken)
    {
        var head = new byte[(int)Math.Min(SeamSample.Length, Map.Size)];
        if (!Map.IsWritten(new ByteRange(0, head.Length))) return;
        await Part.Sink.ReadAsync(0, head, cancellationToken).ConfigureAwait(false);
        Chain.KnowHead(head);
    }

    /// <summary>
    /// Computes the hash by which the whole file will be compared from now on, beside the transfer. Only the first call counts.
    /// </summary>
    public void Follow(HashKind kind)
    {
        lock (_lock)
        {
            if (Hash is not null || _isStopped || Transfer.Stage > FileStage.Fetching || !(Plan.Identity.Size >= OrderPolicy.Least)) return;
            Hash = new RunningHash(kind, Part.Sink, Map, _time);
        }
    }

    /// <summary>
    /// Throws everything away and starts again: in one stream when REST cannot be trusted, in ranges when only an earlier run's bytes were
    /// wrong. Waits until every stream has let go of its range, so that no late write lands in the new bytes.
    /// </summary>
    /// <param name="generation">The start of the file in which the failure was seen: a restart since then has dealt with it.</param>
    /// <param name="single">Whether in one stream.</param>
    /// <param name="restRefuted">Whether the server was shown not to honour REST, which the journal and the site's profile then
    /// say.</param>
    /// <param name="announce">Tells the user. Several streams may see the same failure; only the one that restarts the file calls
    /// this.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
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
            await LetGoAsync(cancellationToken).ConfigureAwait(false);

            var all = new ByteRange(0, Map.Size);
            if (Checkpointer is null) Map.Discard(all);
            else await Checkpointer.DiscardAsync(all, cancellationToken).ConfigureAwait(false);
            Chain.Clear();
            Sources.StartOver();
            IsRestRefuted |= restRefuted;
            if (Checkpointer is not null && IsRestRefuted) Checkpointer.RestHonoured = false;
            Queue.Restart(all, single || Queue.IsSingle);
            return true;
        }
        finally
        {
            _restarting.Release();
        }
    }

    /// <summary>Takes every range back, and waits until the streams have let go.</summary>
    public async Task LetGoAsync(CancellationToken cancellationToken)
    {
        Queue.RevokeAll(new RunRevokedException());
        while (!Queue.IsIdle) await Task.Delay(Pause, _time, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Throws away what some sources gave, once their streams have let go, and makes it free for others. The caller keeps the file in doubt
    /// meanwhile, and lets those sources fetch no more.
    /// </summary>
    /// <param name="isWrong">Which sources.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <returns>Bytes that were thrown away.</returns>
    public async Task<long> TakeBackAsync(Func<int, bool> isWrong, CancellationToken cancellationToken)
    {
        await _restarting.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            while (Sources.Runs.HasAny(isWrong)) await Task.Delay(Pause, _time, cancellationToken).ConfigureAwait(false);
            if (IsEnded) return 0;
            var ranges = Chain.Remove(isWrong);
            // A journal on the disk lists them: it must not when other bytes are written there.
            if (Checkpointer is not null && ranges.Count > 0)
                await Checkpointer.CheckpointNowAsync(cancellationToken).ConfigureAwait(false);
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

    /// <summary>Journals a file of which every byte is verified and flushed, so that a later run only has to publish it.</summary>
    public async Task KeepWholeAsync()
    {
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

    /// <summary>Ends the checkpoints and the hash. The local file stays open.</summary>
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
        _restarting.Dispose();
    }

    // A later run takes all bytes that the journal does not name for those of the item's first source. This is the first one only because
    // others were passed over.
    private IReadOnlyList<string> Unproven() =>
        Transfer.Passed.Count == 0 ? Sources.Unproven : [.. Sources.Unproven.Append(Item.Sources[0].ToString()).Distinct()];
}
