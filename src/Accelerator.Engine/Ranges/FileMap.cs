namespace Accelerator.Engine.Ranges;

/// <summary>
/// The authoritative state of one file's bytes: which are written (handed to the operating system), which of those are durable (flushed
/// since), and which are verified (shown by equal seams to belong where they are). Thread-safe by one private lock; does no I/O and never
/// blocks. It does not track which stream owns which range.
/// </summary>
internal sealed class FileMap
{
    private readonly object _lock = new();
    private readonly IntervalSet _written = new();
    private readonly IntervalSet _durable = new();
    private IntervalSet _proven = new();
    private readonly IntervalSet _held = new();
    private readonly List<SummedRange> _writtenSums = [];
    private readonly RangeSums _sums;
    private WrittenSnapshot? _pending;
    private long _version;
    private long _first;
    private readonly List<PrefixWatch> _watches = [];

    /// <summary>Creates the map of a file without any bytes.</summary>
    /// <param name="size">Bytes in the complete file, 0 or more.</param>
    /// <param name="wanted">The bytes that are needed; null, the default, for all.</param>
    public FileMap(long size, ByteRange? wanted = null)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(size);
        Size = size;
        Wanted = wanted ?? new ByteRange(0, size);
        _first = Wanted.Start;
        _sums = new RangeSums(size);
    }

    /// <summary>Bytes in the complete file.</summary>
    public long Size { get; }

    /// <summary>The bytes that are needed: all of the file, or a part.</summary>
    public ByteRange Wanted { get; }

    /// <summary>
    /// The byte from which on the file is verified: the first of <see cref="Wanted"/>, or 0 when the offsets of the server cannot be used.
    /// </summary>
    public long First
    {
        get { lock (_lock) return _first; }
    }

    /// <summary>Called when bytes were written or verified; any thread. Null, the default, for none.</summary>
    public Action? Grown { get; init; }

    /// <summary>Bytes handed to the operating system, durable or not.</summary>
    public long BytesWritten
    {
        get
        {
            lock (_lock)
                return _written.TotalLength;
        }
    }

    /// <summary>Bytes on stable storage.</summary>
    public long BytesDurable
    {
        get
        {
            lock (_lock)
                return _durable.TotalLength;
        }
    }

    /// <summary>Bytes written and not durable: a crash now would lose them.</summary>
    public long UnflushedBytes
    {
        get
        {
            lock (_lock)
                return _written.TotalLength - _durable.TotalLength;
        }
    }

    /// <summary>Whether every byte is written.</summary>
    public bool IsComplete => BytesWritten == Size;

    /// <summary>Whether every byte that is needed is verified.</summary>
    public bool IsVerified => FirstUnproven >= Wanted.End;

    /// <summary>The first offset from <see cref="First"/> on that is not verified; <see cref="Size"/> when all are.</summary>
    public long FirstUnproven
    {
        get { lock (_lock) return EndOf(_proven); }
    }

    /// <summary>Returns whether every byte of the range is written.</summary>
    public bool IsWritten(ByteRange range)
    {
        lock (_lock)
            return _written.Contains(range);
    }

    /// <summary>Returns whether every byte of the range is verified.</summary>
    public bool IsProven(ByteRange range)
    {
        lock (_lock)
            return _proven.Contains(range);
    }

    /// <summary>Returns the parts of a range that are not written, in order.</summary>
    public ByteRange[] Missing(ByteRange within)
    {
        Require(within);
        lock (_lock)
            return _written.Gaps(within);
    }

    /// <summary>
    /// Marks a range as written, after its write has completed, never before. Bytes that are written already must be discarded before other
    /// bytes are written in their place.
    /// </summary>
    /// <param name="range">The bytes.</param>
    /// <param name="sum">Their <see cref="Crc32C"/>, for the journal; then they must lie in one MiB of the file. Null where there will be
    /// no journal.</param>
    public void MarkWritten(ByteRange range, uint? sum = null)
    {
        Require(range);
        lock (_lock)
        {
            _written.Add(range);
            if (sum is { } known) _writtenSums.Add(new SummedRange(range, known));
        }
        Grown?.Invoke();
    }

    /// <summary>Verifies from byte 0 on from now on: the server's offsets cannot be used. Nothing may be written.</summary>
    public void BeginAtStart()
    {
        lock (_lock) _first = 0;
    }

    /// <summary>Creates a watch for a reader that runs beside the writers. Each reader needs its own.</summary>
    public PrefixWatch Watch()
    {
        lock (_lock)
        {
            var watch = new PrefixWatch(this);
            _watches.Add(watch);
            return watch;
        }
    }

    /// <summary>See <see cref="PrefixWatch.Read"/>.</summary>
    internal long Read(PrefixWatch watch, out long discardedFrom)
    {
        lock (_lock)
        {
            (discardedFrom, watch.DiscardedFrom) = (watch.DiscardedFrom, long.MaxValue);
            return watch.Reported = EndOf(_written);
        }
    }

    /// <summary>Records the bytes that are written and not durable, to be called before a flush. It replaces an earlier snapshot.</summary>
    public WrittenSnapshot Snapshot()
    {
        lock (_lock)
            return _pending = new WrittenSnapshot(_written.Except(_durable));
    }

    /// <summary>
    /// Marks the bytes of the snapshot durable, to be called after the flush that followed it. Bytes discarded since stay out even when
    /// they have been rewritten: the flush may have stored the old bytes, not the new.
    /// </summary>
    /// <exception cref="InvalidOperationException">A later snapshot has replaced this one, or it was used already.</exception>
    public void MarkDurable(WrittenSnapshot snapshot)
    {
        ArgumentNullException.ThrowIfNull(snapshot);
        lock (_lock)
        {
            if (!ReferenceEquals(snapshot, _pending))
                throw new InvalidOperationException("Only the latest snapshot, and it only once, can be marked durable.");
            _pending = null;
            if (snapshot.Ranges.Count == 0)
                return;
            _durable.AddAll(snapshot.Ranges);
            _writtenSums.RemoveAll(part => TakeSum(part, snapshot.Ranges));
            _version++;
        }
    }

    /// <summary>Marks bytes as verified to belong where they are. This may happen before they are written or durable.</summary>
    public void MarkProven(ByteRange range)
    {
        Require(range);
        lock (_lock)
        {
            if (_proven.Contains(range))
                return;
            _proven.Add(range);
            _version++;
        }
        Grown?.Invoke();
    }

    /// <summary>
    /// Marks only these bytes as verified: ranges that others depended on were found wrong, and those others count as only stored, until
    /// their seams are compared again.
    /// </summary>
    public void KeepProven(IEnumerable<ByteRange> ranges)
    {
        var proven = new IntervalSet();
        foreach (var range in ranges)
        {
            Require(range);
            proven.Add(range);
        }
        lock (_lock)
        {
            _proven = proven;
            _version++;
        }
    }

    /// <summary>
    /// Removes bytes that were found wrong: they are no longer written, durable or verified. With a journal on disk use
    /// <c>Checkpointer.DiscardAsync</c>: the journal must drop them before other bytes are written there.
    /// </summary>
    /// <returns>Whether any of them were durable, so that a journal may list them.</returns>
    public bool Discard(ByteRange range)
    {
        Require(range);
        lock (_lock)
        {
            var durable = _durable.TotalLength;
            if (!range.IsEmpty) _watches.ForEach(watch => watch.NoteDiscard(range.Start));
            _written.Remove(range);
            _durable.Remove(range);
            _proven.Remove(range);
            _pending?.Ranges.Remove(range);
            // The rest of a part has no checksum any more, and is not journalled without one.
            foreach (var part in _sums.Remove(range).Concat(_writtenSums.Where(IsCut))) _held.Add(part.Range);
            _writtenSums.RemoveAll(IsCut);
            _held.Remove(range);
            _version++;
            return _durable.TotalLength != durable;
        }

        bool IsCut(SummedRange part) => part.Range.Start < range.End && range.Start < part.Range.End;
    }

    /// <summary>
    /// Keeps a written range out of the journal until <see cref="Unhold"/>: the seam at its end is not yet compared, and two stored ranges
    /// must not be merged unverified.
    /// </summary>
    public void Hold(ByteRange range)
    {
        Require(range);
        lock (_lock)
        {
            _held.Add(range);
            _version++;
        }
    }

    /// <summary>Releases the range: its seam is settled.</summary>
    public void Unhold(ByteRange range)
    {
        lock (_lock)
        {
            _held.Remove(range);
            _version++;
        }
    }

    /// <summary>Restores the state from a journal: all of it is written and durable. Only for a new map.</summary>
    /// <exception cref="InvalidOperationException">The map is in use already.</exception>
    /// <param name="proven">Bytes joined to byte 0.</param>
    /// <param name="unproven">Bytes that are only stored.</param>
    /// <param name="sums">Checksums of these bytes; none for a journal without them.</param>
    public void Restore(IEnumerable<ByteRange> proven, IEnumerable<ByteRange> unproven, IEnumerable<SummedRange>? sums = null)
    {
        ArgumentNullException.ThrowIfNull(proven);
        ArgumentNullException.ThrowIfNull(unproven);
        lock (_lock)
        {
            if (_version != 0 || _written.Count != 0)
                throw new InvalidOperationException("Only a new map can be restored.");
            foreach (var range in proven)
            {
                Require(range);
                _proven.Add(range);
                _durable.Add(range);
            }

            foreach (var range in unproven)
            {
                Require(range);
                _durable.Add(range);
            }

            _written.AddAll(_durable);
            foreach (var part in sums ?? []) _sums.Add(part);
            _version++;
        }
    }

    /// <summary>Returns a snapshot of the durable bytes, which may be journalled. Only the verified part of them counts as done.</summary>
    public DurableBytes Durable()
    {
        lock (_lock)
        {
            IntervalSet stored = _durable.Except(_held);
            var (proven, unproven) = (stored.Intersect(_proven).ToArray(), stored.Except(_proven).ToArray());
            return new DurableBytes(proven, unproven, _version) { Sums = _sums.ToArray() };
        }
    }

    // The end of the bytes from the first one on without a gap.
    private long EndOf(IntervalSet set)
    {
        var found = set.FirstWithin(new ByteRange(_first, Size));
        return found.Start == _first ? found.End : _first;
    }

    // A part was written in one write, so a snapshot has all of it or nothing.
    private bool TakeSum(SummedRange part, IntervalSet flushed)
    {
        if (!flushed.Contains(part.Range)) return false;
        _sums.Add(part);
        return true;
    }

    private void Require(ByteRange range)
    {
        if (range.Start < 0 || range.End < range.Start || range.End > Size)
            throw new ArgumentOutOfRangeException(nameof(range), range, $"Not a range within a file of {Size} bytes.");
    }
}

/// <summary>A snapshot of a file's bytes on stable storage; the two lists never overlap.</summary>
/// <param name="Proven">Joined to byte 0 by a chain of equal seams.</param>
/// <param name="Unproven">Stored, but not yet compared.</param>
/// <param name="Version">Changes whenever either list does.</param>
internal sealed record DurableBytes(IReadOnlyList<ByteRange> Proven, IReadOnlyList<ByteRange> Unproven, long Version)
{
    /// <summary>Checksums of the stored bytes, in order. They may cover bytes that are kept out of both lists.</summary>
    public IReadOnlyList<SummedRange> Sums { get; init; } = [];
}

/// <summary>
/// The bytes of a file that were written and not yet durable at one time; created by <see cref="FileMap.Snapshot"/> before a flush and
/// returned after it. Bytes that are discarded in between leave it.
/// </summary>
internal sealed class WrittenSnapshot
{
    internal WrittenSnapshot(IntervalSet ranges) => Ranges = ranges;

    /// <summary>Guarded by the map's lock.</summary>
    internal IntervalSet Ranges { get; }
}
