using System.Collections;

namespace Accelerator.Engine.Ranges;

/// <summary>
/// A set of file offsets, held as sorted ranges that neither overlap nor touch. Not thread-safe. Lookups are binary searches; changes move
/// the tail of a list, which for the hundreds of ranges of the busiest file costs less than a tree.
/// </summary>
internal sealed class IntervalSet : IEnumerable<ByteRange>
{
    private readonly List<ByteRange> _ranges;

    /// <summary>The empty set.</summary>
    public IntervalSet() => _ranges = [];

    private IntervalSet(IEnumerable<ByteRange> sorted, long total)
    {
        _ranges = [.. sorted];
        TotalLength = total;
    }

    /// <summary>Number of ranges.</summary>
    public int Count => _ranges.Count;

    /// <summary>Whether it contains no byte.</summary>
    public bool IsEmpty => _ranges.Count == 0;

    /// <summary>Number of bytes in all ranges.</summary>
    public long TotalLength { get; private set; }

    /// <summary>Adds every byte of a range; bytes already there stay. An empty range adds nothing.</summary>
    public void Add(ByteRange range)
    {
        if (range.IsEmpty)
            return;
        var first = FirstEndingAfter(range.Start - 1); // Ranges that only touch are merged, too.
        var (start, end) = (range.Start, range.End);
        var last = first;
        for (; last < _ranges.Count && _ranges[last].Start <= end; last++)
        {
            start = Math.Min(start, _ranges[last].Start);
            end = Math.Max(end, _ranges[last].End);
        }

        Replace(first, last, new ByteRange(start, end), default);
    }

    /// <summary>Adds every byte of another set.</summary>
    public void AddAll(IntervalSet other)
    {
        ArgumentNullException.ThrowIfNull(other);
        foreach (var range in other._ranges)
            Add(range);
    }

    /// <summary>Removes every byte of a range; bytes that are not in the set are no error.</summary>
    public void Remove(ByteRange range)
    {
        if (range.IsEmpty)
            return;
        var first = FirstEndingAfter(range.Start);
        var last = first;
        while (last < _ranges.Count && _ranges[last].Start < range.End)
            last++;
        if (first == last)
            return;
        var left = new ByteRange(_ranges[first].Start, Math.Max(range.Start, _ranges[first].Start));
        var right = new ByteRange(Math.Min(range.End, _ranges[last - 1].End), _ranges[last - 1].End);
        Replace(first, last, left, right);
    }

    /// <summary>Returns whether every byte of the range is in the set; true for an empty range.</summary>
    public bool Contains(ByteRange range)
    {
        if (range.IsEmpty)
            return true;
        var index = FirstEndingAfter(range.Start);
        return index < _ranges.Count && _ranges[index].Start <= range.Start && _ranges[index].End >= range.End;
    }

    /// <summary>Returns the first contiguous part of <paramref name="within"/> that is in the set; empty when there is none.</summary>
    public ByteRange FirstWithin(ByteRange within)
    {
        var first = FirstEndingAfter(within.Start);
        if (first == _ranges.Count) return new ByteRange(within.Start, within.Start);
        var part = new ByteRange(Math.Max(_ranges[first].Start, within.Start), Math.Min(_ranges[first].End, within.End));
        return part.IsEmpty ? new ByteRange(within.Start, within.Start) : part;
    }

    /// <summary>Returns a new set of the bytes that are in both.</summary>
    public IntervalSet Intersect(IntervalSet other)
    {
        ArgumentNullException.ThrowIfNull(other);
        var result = new IntervalSet();
        for (int mine = 0, theirs = 0; mine < _ranges.Count && theirs < other._ranges.Count;)
        {
            var (a, b) = (_ranges[mine], other._ranges[theirs]);
            result.Add(new ByteRange(Math.Max(a.Start, b.Start), Math.Min(a.End, b.End)));
            if (a.End <= b.End)
                mine++;
            else
                theirs++;
        }

        return result;
    }

    /// <summary>Returns a new set of the bytes that are in this one and not in the other.</summary>
    public IntervalSet Except(IntervalSet other)
    {
        ArgumentNullException.ThrowIfNull(other);
        var result = Clone();
        foreach (var range in other._ranges)
            result.Remove(range);
        return result;
    }

    /// <summary>Returns the parts of <paramref name="within"/> that are not in the set, in order.</summary>
    public ByteRange[] Gaps(ByteRange within)
    {
        var gaps = new List<ByteRange>();
        var position = within.Start;
        for (var index = FirstEndingAfter(within.Start); index < _ranges.Count && _ranges[index].Start < within.End; index++)
        {
            if (_ranges[index].Start > position)
                gaps.Add(new ByteRange(position, _ranges[index].Start));
            position = _ranges[index].End;
        }

        if (position < within.End)
            gaps.Add(new ByteRange(position, within.End));
        return [.. gaps];
    }

    /// <summary>Returns the ranges, in order, as a copy that later changes do not affect.</summary>
    public ByteRange[] ToArray() => [.. _ranges];

    /// <summary>Returns an independent copy.</summary>
    public IntervalSet Clone() => new(_ranges, TotalLength);

    /// <summary>The ranges in order. Changing the set ends the enumeration.</summary>
    public List<ByteRange>.Enumerator GetEnumerator() => _ranges.GetEnumerator();

    IEnumerator<ByteRange> IEnumerable<ByteRange>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Returns the index of the first range that ends above <paramref name="offset"/>; the count when there is none.</summary>
    private int FirstEndingAfter(long offset)
    {
        var (low, high) = (0, _ranges.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_ranges[middle].End > offset)
                high = middle;
            else
                low = middle + 1;
        }

        return low;
    }

    /// <summary>Replaces the ranges first to last - 1 with the one or two that are not empty.</summary>
    private void Replace(int first, int last, ByteRange one, ByteRange two)
    {
        for (var index = first; index < last; index++)
            TotalLength -= _ranges[index].Length;
        var next = first;
        Put(one);
        Put(two);
        _ranges.RemoveRange(next, Math.Max(0, last - next));

        void Put(ByteRange range)
        {
            if (range.IsEmpty)
                return;
            TotalLength += range.Length;
            if (next < last)
                _ranges[next] = range;
            else
                _ranges.Insert(next, range);
            next++;
        }
    }
}
