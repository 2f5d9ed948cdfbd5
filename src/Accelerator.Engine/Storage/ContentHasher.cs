using Accelerator.Ftp;

namespace Accelerator.Engine.Storage;

/// <summary>Hashes what a sink holds, reading one block ahead so that disk and processor work at the same time.</summary>
internal static class ContentHasher
{
    /// <summary>Hashes bytes 0 to <paramref name="length"/>.</summary>
    /// <param name="sink">The file.</param>
    /// <param name="length">Bytes to hash.</param>
    /// <param name="kind">Which hash.</param>
    /// <param name="progress">Receives the bytes hashed so far after each MiB; may be null.</param>
    /// <param name="cancellationToken">Checked between blocks.</param>
    /// <returns>Lower-case hex.</returns>
    /// <exception cref="StorageException">The disk failed, or the file ends before <paramref name="length"/>.</exception>
    public static async Task<string> ComputeAsync(
        IFileSink sink, long length, HashKind kind, IProgress<long>? progress, CancellationToken cancellationToken)
    {
        using var hash = new ContentHash(kind);
        await AppendAsync(hash, sink, 0, length, progress, cancellationToken).ConfigureAwait(false);
        return hash.Value;
    }

    /// <summary>Hashes a file, which other processes may use meanwhile.</summary>
    /// <returns>Lower-case hex.</returns>
    /// <exception cref="StorageException">The disk failed, or the file became shorter.</exception>
    public static async Task<string> ComputeAsync(string path, HashKind kind, CancellationToken cancellationToken)
    {
        try
        {
            var handle = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete,
                FileOptions.Asynchronous | FileOptions.SequentialScan);
            var sink = new BufferedFileSink(new HandleFile(handle), path);
            await using (sink.ConfigureAwait(false))
                return await ComputeAsync(sink, sink.Length, kind, null, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Reading", path);
        }
    }

    /// <summary>
    /// Adds bytes <paramref name="start"/> to <paramref name="end"/> to a hash. After a failure, some of them may have been added.
    /// </summary>
    /// <param name="hash">The hash, which holds the bytes before them.</param>
    /// <param name="sink">The file.</param>
    /// <param name="start">The first byte.</param>
    /// <param name="end">The byte after the last.</param>
    /// <param name="progress">Receives the offset reached after each MiB; may be null.</param>
    /// <param name="cancellationToken">Checked between blocks.</param>
    /// <exception cref="StorageException">The disk failed, or the file ends before <paramref name="end"/>.</exception>
    public static async Task AppendAsync(
        ContentHash hash, IFileSink sink, long start, long end, IProgress<long>? progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(hash);
        ArgumentNullException.ThrowIfNull(sink);
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfLessThan(end, start);
        // Two separate blocks: a check at the end must not wait for the streams of the next file to return theirs.
        using var pool = new BlockPool(2 * Block.Size);
        var current = await pool.RentAsync(cancellationToken).ConfigureAwait(false);
        var next = await pool.RentAsync(cancellationToken).ConfigureAwait(false);
        var reading = Task.FromResult(0);
        try
        {
            reading = ReadAsync(sink, current, start, end, cancellationToken);
            for (var offset = start; offset < end;)
            {
                var count = await reading.ConfigureAwait(false);
                offset += count;
                reading = ReadAsync(sink, next, offset, end, cancellationToken);
                hash.Append(current.Memory.Span[..count]);
                progress?.Report(offset);
                (current, next) = (next, current);
            }
        }
        finally
        {
            // A read in progress writes into the block: free the memory only after it.
            await ((Task)reading).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            pool.Return(current);
            pool.Return(next);
        }
    }

    private static async Task<int> ReadAsync(IFileSink sink, Block block, long offset, long end, CancellationToken cancellationToken)
    {
        var wanted = checked((int)Math.Min(Block.Size, end - offset));
        if (wanted == 0)
            return 0;
        var count = await sink.ReadAsync(offset, block.Memory[..wanted], cancellationToken).ConfigureAwait(false);
        return count == wanted
            ? count
            : throw new StorageException(
                StorageFailure.Failed,
                $"The local file ends at {offset + count:N0} of {end:N0} bytes; another program truncated it.");
    }
}
