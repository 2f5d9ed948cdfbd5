using System.Buffers;

namespace Accelerator.Loopback.Content;

/// <summary>Compares and copies served content by blocks, so that a test can check a 10 GiB download in constant memory.</summary>
public static class ContentComparison
{
    private const int ChunkBytes = 256 * 1024;

    /// <summary>Writes the half-open range [start, end) to <paramref name="destination"/>.</summary>
    public static async Task CopyToAsync(
        this FileContent content, Stream destination, long start, long end, CancellationToken cancellationToken)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(ChunkBytes);
        for (var offset = start; offset < end;)
        {
            var count = checked((int)Math.Min(ChunkBytes, end - offset));
            await destination.WriteAsync(content.Window(offset, count, buffer), cancellationToken).ConfigureAwait(false);
            offset += count;
        }
        ArrayPool<byte>.Shared.Return(buffer);
    }

    /// <summary>
    /// Returns the first offset at which the local file differs from the content: the smaller of both lengths if only the lengths differ,
    /// or null if both are equal.
    /// </summary>
    public static async Task<long?> FirstDifferenceAsync(this FileContent content, string localPath, CancellationToken cancellationToken)
    {
        const FileShare Share = FileShare.ReadWrite | FileShare.Delete;
        var local = new FileStream(localPath, FileMode.Open, FileAccess.Read, Share, bufferSize: 1, FileOptions.Asynchronous);
        await using (local.ConfigureAwait(false))
        {
            var shorter = Math.Min(local.Length, content.Length);
            var difference = await content.FirstDifferenceAsync(local, 0, shorter, cancellationToken).ConfigureAwait(false);
            return difference ?? (local.Length == content.Length ? null : shorter);
        }
    }

    /// <summary>
    /// Reads <paramref name="local"/> from its current position and compares it with the range [start, end): the first differing offset of
    /// the content (also where the stream ends too early), or null.
    /// </summary>
    public static async Task<long?> FirstDifferenceAsync(
        this FileContent content, Stream local, long start, long end, CancellationToken cancellationToken)
    {
        var expected = new byte[ChunkBytes];
        var actual = new byte[ChunkBytes];
        for (var offset = start; offset < end;)
        {
            var count = checked((int)Math.Min(ChunkBytes, end - offset));
            var chunk = actual.AsMemory(0, count);
            var read = await local.ReadAtLeastAsync(chunk, count, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
            var same = content.Window(offset, count, expected).Span.CommonPrefixLength(chunk.Span[..read]);
            if (same < count) return offset + same;
            offset += count;
        }
        return null;
    }
}
