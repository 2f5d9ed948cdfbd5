namespace Accelerator.Engine.Ranges;

/// <summary>
/// Tracks which bytes are joined to byte 0 by a chain of equal seams, or to the first byte of a part, whose offset a range that ends
/// exactly with the file has shown to be right. A reply code is no evidence, so every range must show that it continues the range below it:
/// the lower one reads on past the seam and compares, or, where the lower one is finished, the upper one starts before it.
/// </summary>
internal sealed class ProofChain(FileMap map)
{
    private readonly object _lock = new();
    private readonly List<Fragment> _fragments = [];
    private readonly RestEvidence _rest = new();
    private byte[]? _fileHead;
    private int _closed;

    /// <summary>The file's first 64 KiB when they are known and do not repeat: a server that ignores REST sends these.</summary>
    public byte[]? FileHead
    {
        get { lock (_lock) return _fileHead; }
    }

    /// <summary>
    /// Whether ranges that begin like the file are correct because the file repeats itself. A restart does not change it.
    /// </summary>
    public bool RepeatsItsHead { get; set; }

    /// <summary>Whether, for any source, a distinctive seam was equal, or a range that began above 0 ended exactly with the file.</summary>
    public bool RestShown
    {
        get { lock (_lock) return _rest.IsAny; }
    }

    /// <summary>The sources whose bytes are in the file.</summary>
    public IReadOnlySet<int> Sources
    {
        get { lock (_lock) return _fragments.Where(f => f.End > f.Start).Select(f => f.Source).ToHashSet(); }
    }

    /// <summary>Returns the ranges from some sources, in order.</summary>
    public IReadOnlyList<(int Source, ByteRange Range)> Given(Func<int, bool> isMeant)
    {
        lock (_lock) return [.. _fragments.Where(f => f.End > f.Start && isMeant(f.Source))
            .Select(f => (f.Source, new ByteRange(f.Start, f.End)))];
    }

    /// <summary>
    /// Returns the ranges that are complete, in order, without the one that was completed last: the file may have been overwritten between
    /// their last byte and that one's.
    /// </summary>
    public IReadOnlyList<(int Source, ByteRange Range)> EndedEarly()
    {
        lock (_lock)
        {
            var filled = _fragments.Where(f => f.End > f.Start).ToList();
            var last = filled.MaxBy(f => f.ClosedAs);
            return [.. filled.Where(f => f != last).Select(f => (f.Source, new ByteRange(f.Start, f.End)))];
        }
    }

    /// <summary>Whether two adjacent ranges had the same bytes where they overlap.</summary>
    public bool HasOverlaps
    {
        get { lock (_lock) return _fragments.Exists(f => f.Start > map.First && f.Seam == SeamVerdict.Equal); }
    }

    /// <summary>The source of the file's first byte; null while it is missing.</summary>
    public int? SourceOfStart
    {
        get { lock (_lock) return _fragments.Find(f => f.Start == 0 && f.End > 0)?.Source; }
    }

    /// <summary>Restores the ranges that a journal lists.</summary>
    public void Restore(IEnumerable<ByteRange> proven, IEnumerable<ByteRange> unproven, bool restShown)
    {
        lock (_lock)
        {
            if (restShown) _rest.AddEnd(Fragment.EarlierRun);
            foreach (var range in proven) AddRestored(range, proven: true);
            foreach (var range in unproven) AddRestored(range, proven: range.Start == 0);
            _fragments.Sort((a, b) => a.Start.CompareTo(b.Start));
        }
    }

    /// <summary>Stores the start of the file for <see cref="FileHead"/>.</summary>
    public void KnowHead(ReadOnlySpan<byte> head)
    {
        lock (_lock) _fileHead ??= head.Length < SeamSample.Length || SeamSample.IsFlat(head) ? null : head[..SeamSample.Length].ToArray();
    }

    /// <summary>Begins the range of a stream.</summary>
    /// <param name="start">Its first byte.</param>
    /// <param name="source">The source it fetches from: the place in <c>TransferItem.Sources</c>.</param>
    /// <returns>The fragment, and how many bytes before it the RETR must start because the fragment below is finished.</returns>
    public (Fragment Fragment, int Overlap) Begin(long start, int source = 0)
    {
        lock (_lock)
        {
            var isFirst = start == map.First;
            var fragment = new Fragment(start, source) { IsAnchor = isFirst, Seam = isFirst ? SeamVerdict.Equal : SeamVerdict.Pending };
            fragment.IsProven = Holds(fragment);
            var below = Below(start);
            var at = _fragments.FindIndex(f => f.Start > start);
            _fragments.Insert(at < 0 ? _fragments.Count : at, fragment);
            var overlap = below is { IsClosed: true } ? checked((int)Math.Min(SeamSample.Length, below.End - below.Start)) : 0;
            return (fragment, overlap);
        }
    }

    /// <summary>Extends a fragment to the offset that its stream has received.</summary>
    public void Grow(Fragment fragment, long end)
    {
        lock (_lock)
        {
            var grown = new ByteRange(fragment.End, end);
            fragment.End = end;
            if (Root(fragment).IsProven && !grown.IsEmpty) map.MarkProven(grown);
        }
    }

    /// <summary>Closes a fragment whose stream has released its range. A fragment of no bytes is forgotten.</summary>
    public void Close(Fragment fragment)
    {
        lock (_lock)
        {
            End(fragment);
            if (fragment.End > fragment.Start) return;
            _fragments.Remove(fragment);
            if (fragment.Tail is not null) map.Unhold(LastByteBelow(fragment));
        }
    }

    /// <summary>Takes the first bytes of a fragment that began without overlap.</summary>
    /// <returns>The verdict, when the fragment below has already reached the seam; else <see cref="SeamVerdict.Pending"/>.</returns>
    public SeamVerdict OfferHead(Fragment fragment, byte[] head) => OfferHead(fragment, head, out _);

    /// <summary>Takes the first bytes, and also returns what they were compared with.</summary>
    /// <param name="fragment">The fragment.</param>
    /// <param name="head">Its first bytes.</param>
    /// <param name="compared">The bytes they were compared with; null for none.</param>
    public SeamVerdict OfferHead(Fragment fragment, byte[] head, out (Fragment Lower, byte[] Bytes)? compared)
    {
        lock (_lock)
        {
            compared = fragment.Tail;
            if (fragment.Start == 0) KnowHead(head);
            fragment.Head = head;
            if (fragment.Tail is not { } tail) return SeamVerdict.Pending;

            fragment.Tail = null;
            map.Unhold(LastByteBelow(fragment));
            return Settle(tail.Lower, fragment, tail.Bytes, head);
        }
    }

    /// <summary>
    /// Takes bytes that a range has read beyond its end while the range above has no first bytes yet: they are compared when those arrive.
    /// </summary>
    /// <returns>Whether they were taken; false when the head has arrived, and the caller compares.</returns>
    public bool OfferTail(Fragment lower, Fragment upper, byte[] tail)
    {
        lock (_lock)
        {
            if (upper.Head is not null || !_fragments.Contains(upper)) return upper.Head is null;
            upper.Tail = (lower, tail);
            map.Hold(LastByteBelow(upper));
            return true;
        }
    }

    /// <summary>Returns the fragment that starts where a range ends, if there is one.</summary>
    public Fragment? Above(long end)
    {
        lock (_lock) return _fragments.Find(f => f.Start == end && f.Seam == SeamVerdict.Pending);
    }

    /// <summary>
    /// Returns the fragment that starts where a range ends. If there is none, the range is closed in the same step: a range that begins
    /// there later starts before it and compares. Otherwise neither of the two would compare if one began while the other was ending, and
    /// the seam would stay open to the end of the file.
    /// </summary>
    /// <param name="fragment">The range; all its bytes are written.</param>
    public Fragment? AboveOrClose(Fragment fragment)
    {
        lock (_lock)
        {
            if (Above(fragment.End) is { } above) return above;
            if (fragment.End > fragment.Start) End(fragment);
            return null;
        }
    }

    /// <summary>Settles the seam between a fragment and the one that starts at its end.</summary>
    public SeamVerdict Settle(Fragment lower, Fragment upper, ReadOnlySpan<byte> fromLower, ReadOnlySpan<byte> fromUpper)
    {
        var length = Math.Min(fromLower.Length, fromUpper.Length);
        var verdict = length == 0 ? SeamVerdict.Pending
            : !fromLower[..length].SequenceEqual(fromUpper[..length]) ? SeamVerdict.Different
            : SeamSample.IsFlat(fromLower[..length]) ? SeamVerdict.Flat
            : SeamVerdict.Equal;
        lock (_lock)
        {
            if (verdict == SeamVerdict.Pending) return verdict;
            upper.Seam = verdict;
            upper.Head = null;
            if (verdict == SeamVerdict.Equal)
            {
                _rest.AddSeam(lower, upper);
                Join(lower, upper);
            }
        }
        return verdict;
    }

    /// <summary>Returns the finished fragment that ends where another starts.</summary>
    public Fragment? Below(long start)
    {
        lock (_lock) return _fragments.Find(f => f.End == start && f.Start < start);
    }

    /// <summary>
    /// Returns whether a stream is about to compare the bytes at a seam: the range below has not ended, or its stream has read past the
    /// seam and the range above is still receiving its first bytes.
    /// </summary>
    /// <param name="offset">The seam.</param>
    public bool IsBeingCompared(long offset)
    {
        lock (_lock)
        {
            return _fragments.FindLast(f => f.Start < offset) is { IsClosed: false }
                || _fragments.Find(f => f.Start == offset) is { IsClosed: false, Tail: not null };
        }
    }

    /// <summary>
    /// Records that a range that began above 0 was read to the end of the data and ended exactly with the file: its offset was honoured.
    /// </summary>
    /// <param name="source">The source of the range.</param>
    public void ShowRest(int source = 0)
    {
        lock (_lock)
        {
            _rest.AddEnd(source);
            foreach (var anchor in _fragments.Where(f => Holds(f) && !Root(f).IsProven).ToList())
            {
                var root = Root(anchor);
                root.IsProven = true;
                MarkProven(root);
            }
        }
    }

    /// <summary>
    /// Accepts seams of repeating bytes, which cannot tell one offset from another. Once REST was shown to be honoured elsewhere in the
    /// file, by the same source, such seams count (docs/decisions/0003).
    /// </summary>
    /// <returns>Number of seams that were accepted.</returns>
    public int AcceptFlatSeams()
    {
        lock (_lock)
        {
            var accepted = 0;
            foreach (var upper in _fragments.Where(f => f.Seam == SeamVerdict.Flat && _rest.Covers(f)).ToList())
            {
                if (Below(upper.Start) is not { } lower || !_rest.Covers(lower)) continue;
                upper.Seam = SeamVerdict.Equal;
                Join(lower, upper);
                accepted++;
            }
            return accepted;
        }
    }

    /// <summary>Returns adjacent fragments whose seam was not compared, or differs for a reason not known yet, in order.</summary>
    public IReadOnlyList<(Fragment Lower, Fragment Upper)> Unsettled()
    {
        lock (_lock)
        {
            return [.. _fragments.Zip(_fragments.Skip(1))
                .Where(pair => pair.First.End == pair.Second.Start && pair.Second.Seam is SeamVerdict.Pending or SeamVerdict.Different)];
        }
    }

    /// <summary>Forgets everything: the file restarts.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            _fragments.Clear();
            _fileHead = null;
            _rest.Clear();
        }
    }

    /// <summary>
    /// Removes the ranges of wrong sources, from here and from the map, atomically: no journal ever lists them beside the remaining ones.
    /// The seams of their neighbours are open again, and only ranges that equal seams still join to byte 0 count as verified. Their streams
    /// must have released them.
    /// </summary>
    /// <param name="isWrong">Which sources.</param>
    /// <returns>The ranges that are missing now, in order.</returns>
    public IReadOnlyList<ByteRange> Remove(Func<int, bool> isWrong)
    {
        lock (_lock)
        {
            var wrong = _fragments.Where(f => isWrong(f.Source)).ToList();
            if (wrong.Count == 0) return [];
            foreach (var fragment in wrong)
            {
                if (fragment.Tail is not null) map.Unhold(LastByteBelow(fragment));
                _fragments.Remove(fragment);
            }
            foreach (var upper in _fragments.Where(f => f.Start > map.First)) Reopen(upper, wrong);
            if (wrong.Exists(f => f.Start == 0)) _fileHead = null;
            Rejoin(isWrong);
            var ranges = wrong.Where(f => f.End > f.Start).Select(f => new ByteRange(f.Start, f.End)).ToList();
            foreach (var range in ranges) map.Discard(range);
            return ranges;
        }
    }

    private void End(Fragment fragment)
    {
        if (fragment.IsClosed) return;
        fragment.IsClosed = true;
        fragment.ClosedAs = ++_closed;
    }

    private void Reopen(Fragment upper, List<Fragment> wrong)
    {
        if (upper.Tail is { } tail && wrong.Contains(tail.Lower))
        {
            upper.Tail = null;
            map.Unhold(LastByteBelow(upper));
        }
        if (!wrong.Exists(f => f.End == upper.Start && f.Start < f.End)) return;
        upper.Seam = SeamVerdict.Pending;
        upper.IsHeadStored = upper.Head is null;
    }

    // Derived from the seams alone, as if the fragments had arrived in the order of the file.
    private void Rejoin(Func<int, bool> isWrong)
    {
        _rest.Reduce(isWrong);
        foreach (var fragment in _fragments) (fragment.Group, fragment.IsProven) = (null, Holds(fragment));
        foreach (var upper in _fragments.Where(f => f.Start > map.First && f.Seam == SeamVerdict.Equal))
        {
            if (Below(upper.Start) is not { } lower) continue;
            _rest.AddSeam(lower, upper);
            Link(lower, upper);
        }
        map.KeepProven(_fragments.Where(f => f.End > f.Start && Root(f).IsProven).Select(f => new ByteRange(f.Start, f.End)));
    }

    private void AddRestored(ByteRange range, bool proven)
    {
        _fragments.Add(new Fragment(range.Start, Fragment.EarlierRun)
        {
            End = range.End, IsClosed = true, IsAnchor = proven, IsProven = proven,
            Seam = proven && range.Start == 0 ? SeamVerdict.Equal : SeamVerdict.Pending,
        });
    }

    private void Join(Fragment a, Fragment b)
    {
        if (Link(a, b) is not { IsProven: true } root) return;

        MarkProven(root);
    }

    // The complete group that was joined is verified now.
    private void MarkProven(Fragment root)
    {
        foreach (var fragment in _fragments.Where(f => Root(f) == root && f.End > f.Start))
            map.MarkProven(new ByteRange(fragment.Start, fragment.End));
    }

    // Equal seams show that offsets differ by the right lengths, not that none of them is shifted.
    private bool Holds(Fragment fragment) =>
        fragment.IsAnchor && (fragment.Start == 0 || fragment.IsRestored || _rest.HasEnd(fragment.Source));

    // Returns the root of the group that has grown; null when both were in one, or both verified, before.
    private static Fragment? Link(Fragment a, Fragment b)
    {
        var (first, second) = (Root(a), Root(b));
        if (first == second) return null;
        if (second.IsProven) (first, second) = (second, first);
        second.Group = first;
        return second.IsProven ? null : first;
    }

    private static ByteRange LastByteBelow(Fragment fragment) => new(fragment.Start - 1, fragment.Start);

    private static Fragment Root(Fragment fragment)
    {
        while (fragment.Group is { } group) fragment = group;
        return fragment;
    }
}
