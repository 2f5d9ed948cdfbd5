namespace Accelerator.Loopback.Content;

/// <summary>
/// The immutable bytes of one version of a file. Instances are safe to read from many threads, and their memory does not depend on the
/// length.
/// </summary>
public abstract class FileContent
{
    private protected FileContent(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        Length = length;
    }

    /// <summary>Length in bytes.</summary>
    public long Length { get; }

    /// <summary>A copy of the given bytes.</summary>
    public static FileContent FromBytes(ReadOnlySpan<byte> bytes) => new MemoryContent(bytes.ToArray());

    /// <summary>
    /// Returns bytes that are a pure function of <paramref name="seed"/> and offset: any length, no memory, no two equal 64 KiB blocks.
    /// </summary>
    public static FileContent Synthetic(long length, long seed) => new SyntheticContent(length, seed);

    /// <summary>Returns the same byte <paramref name="length"/> times: content that a seam comparison cannot tell apart.</summary>
    public static FileContent Constant(long length, byte value) => new ConstantContent(length, value);

    /// <summary>This content with the half-open range [start, end) set to one value.</summary>
    public FileContent WithFlatRegion(long start, long end, byte value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(end, Length);
        ArgumentOutOfRangeException.ThrowIfLessThan(end, start);
        return new FlatRegionContent(this, start, end, value);
    }

    /// <summary>
    /// Returns this content cut or grown to <paramref name="length"/>; synthetic content grows with its own pattern, other content with
    /// zeros.
    /// </summary>
    public virtual FileContent Resized(long length) =>
        length <= Length ? new PrefixContent(this, length) : new JoinedContent(this, new ConstantContent(length - Length, 0));

    /// <summary>This content followed by <paramref name="tail"/>, as a log file grows.</summary>
    public FileContent FollowedBy(FileContent tail) => new JoinedContent(this, tail);

    /// <summary>Copies the bytes from <paramref name="offset"/> on; the caller stays within <see cref="Length"/>.</summary>
    public abstract void Read(long offset, Span<byte> destination);

    /// <summary>
    /// The bytes [offset, offset + count), without a copy where they are already in memory, else in <paramref name="scratch"/>.
    /// </summary>
    internal virtual ReadOnlyMemory<byte> Window(long offset, int count, Memory<byte> scratch)
    {
        Read(offset, scratch.Span[..count]);
        return scratch[..count];
    }

    /// <summary>Returns the same for bytes that may have to be waited for. Fewer if the file was cut meanwhile; none at its end.</summary>
    /// <exception cref="IOException">The disk read failed.</exception>
    internal virtual ValueTask<ReadOnlyMemory<byte>> WindowAsync(
        long offset, int count, Memory<byte> scratch, CancellationToken cancellationToken) => new(Window(offset, count, scratch));

    private sealed class MemoryContent(byte[] bytes) : FileContent(bytes.Length)
    {
        public override void Read(long offset, Span<byte> destination) =>
            bytes.AsSpan(checked((int)offset), destination.Length).CopyTo(destination);

        internal override ReadOnlyMemory<byte> Window(long offset, int count, Memory<byte> scratch) =>
            bytes.AsMemory(checked((int)offset), count);
    }

    private sealed class ConstantContent(long length, byte value) : FileContent(length)
    {
        public override void Read(long offset, Span<byte> destination) => destination.Fill(value);
    }

    private sealed class PrefixContent(FileContent whole, long length) : FileContent(length)
    {
        public override void Read(long offset, Span<byte> destination) => whole.Read(offset, destination);

        internal override ReadOnlyMemory<byte> Window(long offset, int count, Memory<byte> scratch) => whole.Window(offset, count, scratch);
    }

    private sealed class JoinedContent(FileContent head, FileContent tail) : FileContent(head.Length + tail.Length)
    {
        public override void Read(long offset, Span<byte> destination)
        {
            var fromHead = checked((int)Math.Clamp(head.Length - offset, 0, destination.Length));
            if (fromHead > 0) head.Read(offset, destination[..fromHead]);
            if (fromHead < destination.Length) tail.Read(offset + fromHead - head.Length, destination[fromHead..]);
        }
    }

    private sealed class FlatRegionContent(FileContent content, long start, long end, byte value) : FileContent(content.Length)
    {
        public override void Read(long offset, Span<byte> destination)
        {
            content.Read(offset, destination);
            var from = Math.Max(start, offset);
            var to = Math.Min(end, offset + destination.Length);
            if (from < to) destination[checked((int)(from - offset))..checked((int)(to - offset))].Fill(value);
        }
    }
}
