namespace Accelerator.Engine.Ranges;

/// <summary>
/// The checksums of a file's stored bytes: one for each contiguous part of a block. Parts that touch within a block are merged, so that
/// their number depends on the length of the file and not on the number of writes. Not thread-safe.
/// </summary>
internal sealed class RangeSums
{
    // 64 KiB of text in the journal, which is written once a second.
    private const long MostBlocks = 8192;

    // No write crosses a whole MiB.
    private const long LeastBlock = 1 << 20;

    private readonly List<SummedRange> _parts = [];
    private readonly long _block;

    /// <summary>Creates an empty set.</summary>
    /// <param name="size">Bytes in the complete file.</param>
    public RangeSums(long size) => _block = BlockOf(size);

    /// <summary>
    /// Returns the bytes in a block of a file: 1 MiB, or the power of two above that which divides the file into 8,192 blocks at most.
    /// </summary>
    public static long BlockOf(long size)
    {
        var block = LeastBlock;
        while (size / block > MostBlocks) block *= 2;
        return block;
    }

    /// <summary>Adds bytes of one block. None of them may be there already.</summary>
    public void Add(SummedRange part)
    {
        var at = FirstEndingAfter(part.Range.Start);
        if (at < _parts.Count && _parts[at] is var above && above.Range.Start == part.Range.End && above.Range.Start % _block != 0)
        {
            part = Join(part, above);
            _parts.RemoveAt(at);
        }
        if (at > 0 && _parts[at - 1] is var below && below.Range.End == part.Range.Start && part.Range.Start % _block != 0)
            _parts[at - 1] = Join(below, part);
        else _parts.Insert(at, part);
    }

    /// <summary>Removes every part that holds a byte of a range.</summary>
    /// <returns>The removed parts.</returns>
    public IReadOnlyList<SummedRange> Remove(ByteRange range)
    {
        var first = FirstEndingAfter(range.Start);
        var last = first;
        while (last < _parts.Count && _parts[last].Range.Start < range.End) last++;
        var removed = _parts.GetRange(first, last - first);
        _parts.RemoveRange(first, last - first);
        return removed;
    }

    /// <summary>Returns the parts, in order.</summary>
    public SummedRange[] ToArray() => [.. _parts];

    /// <summary>Returns the parts that some bytes have when all of them have a checksum.</summary>
    /// <param name="ranges">The bytes, in order, none touching another.</param>
    /// <param name="block">Bytes in a block.</param>
    public static IEnumerable<ByteRange> PartsOf(IEnumerable<ByteRange> ranges, long block)
    {
        foreach (var range in ranges)
        {
            for (var start = range.Start; start < range.End;)
            {
                var end = Math.Min(range.End, start - (start % block) + block);
                yield return new ByteRange(start, end);
                start = end;
            }
        }
    }

    private static SummedRange Join(SummedRange lower, SummedRange upper) =>
        new(new ByteRange(lower.Range.Start, upper.Range.End), Crc32C.Join(lower.Sum, upper.Sum, upper.Range.Length));

    private int FirstEndingAfter(long offset)
    {
        var (low, high) = (0, _parts.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_parts[middle].Range.End > offset) high = middle;
            else low = middle + 1;
        }

        return low;
    }
}

/// <summary>Stored bytes and their checksum.</summary>
/// <param name="Range">The bytes.</param>
/// <param name="Sum">Their <see cref="Crc32C"/>.</param>
internal readonly record struct SummedRange(ByteRange Range, uint Sum);
