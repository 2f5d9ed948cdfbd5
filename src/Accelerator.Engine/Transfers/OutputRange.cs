using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Transfers;

/// <summary>The part of a file that goes to <see cref="TransferItem.Output"/>: bytes <c>[Start, End)</c>.</summary>
/// <param name="Start">First byte. A negative number counts from the end of the file: -500 is the last 500 bytes, or all of a shorter
/// file.</param>
/// <param name="End">One past the last byte, <paramref name="Start"/> or more; null, the default, for the end of the file. An end beyond
/// that of the file is the end of the file. Not with a negative start.</param>
public readonly record struct OutputRange(long Start, long? End = null)
{
    /// <summary>Bytes at the end of the file that are fetched too; see <see cref="Needed"/>.</summary>
    internal const int Tail = SeamSample.Length;

    /// <summary>Returns the bytes of the file that are meant; null for a range that begins beyond its end.</summary>
    /// <param name="size">Bytes of the file.</param>
    internal ByteRange? Within(long size)
    {
        if (Start < 0) return new ByteRange(Math.Max(0, size + Start), size);
        // The rest of a file behind its last byte is empty, as for REST at the size; a byte there does not exist.
        if (Start > size || (Start == size && End is not null)) return null;
        return new ByteRange(Start, Math.Min(End ?? size, size));
    }

    /// <summary>
    /// Returns the bytes to fetch for a part of a file, in order. Equal seams only show that ranges are shifted by the same length. What
    /// shows that none is shifted is a range that ends exactly with the file, so that the last 64 KiB are fetched too, unless the part
    /// begins at byte 0, where no offset can be wrong.
    /// </summary>
    /// <param name="part">The part, within the file.</param>
    /// <param name="size">Bytes of the file.</param>
    /// <param name="isSizeListed">Whether the size is a hint, which the end of the data confirms.</param>
    internal static IReadOnlyList<ByteRange> Needed(ByteRange part, long size, bool isSizeListed)
    {
        var needed = new IntervalSet();
        needed.Add(part);
        if (part is { IsEmpty: false, Start: > 0 } || isSizeListed) needed.Add(new ByteRange(Math.Max(part.Start, TailStart(size)), size));
        return needed.ToArray();
    }

    /// <summary>Returns the first byte of the last 64 KiB of a file.</summary>
    internal static long TailStart(long size) => Math.Max(0, size - Tail);
}
