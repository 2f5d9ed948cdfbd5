using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace Accelerator.Engine.Storage;

/// <summary>Hashes what a sink holds, reading one block ahead so that disk and processor work at the same time.</summary>
internal static class ContentHasher
{
    /// <summary>Hashes bytes 0 to <paramref name="length"/>.</summary>
    /// <param name="sink">The file.</param>
    /// <param name="length">Bytes to hash.</param>
    /// <param name="kind">Which hash.</param>
    /// <param name="progress">Told the bytes hashed so far after each MiB; may be null.</param>
    /// <param name="cancellationToken">Obeyed between blocks.</param>
    /// <returns>Lower-case hex.</returns>
    /// <exception cref="StorageException">The disk failed, or the file ends before <paramref name="length"/>.</exception>
    public static async Task<string> ComputeAsync(
        IFileSink sink, long length, HashKind kind, IProgress<long>? progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(sink);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        var crc = kind is HashKind.Crc32 ? new Crc32() : null;
        using var hash = crc is null ? IncrementalHash.CreateHash(NameOf(kind)) : null;
        await ForEachBlockAsync(
            sink,
            length,
            (data, done) =>
            {
                crc?.Append(data.Span);
                hash?.AppendData(data.Span);
                progress?.Report(done);
            },
            cancellationToken).ConfigureAwait(false);
        return crc is not null ? crc.Value.ToString("x8") : Convert.ToHexString(hash!.GetHashAndReset()).ToLowerInvariant();
    }

    private static async Task ForEachBlockAsync(
        IFileSink sink, long length, Action<ReadOnlyMemory<byte>, long> take, CancellationToken cancellationToken)
    {
        // Its own two blocks: a check at the end must not wait for the streams of the next file to give theirs back.
        using var pool = new BlockPool(2 * Block.Size);
        var current = await pool.RentAsync(cancellationToken).ConfigureAwait(false);
        var next = await pool.RentAsync(cancellationToken).ConfigureAwait(false);
        var reading = Task.FromResult(0);
        try
        {
            reading = ReadAsync(sink, current, 0, length, cancellationToken);
            for (var offset = 0L; offset < length;)
            {
                var count = await reading.ConfigureAwait(false);
                var end = offset + count;
                reading = ReadAsync(sink, next, end, length, cancellationToken);
                take(current.Memory[..count], end);
                (current, next) = (next, current);
                offset = end;
            }
        }
        finally
        {
            // A read still under way writes into the block: the memory may go only after it.
            await ((Task)reading).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            pool.Return(current);
            pool.Return(next);
        }
    }

    private static async Task<int> ReadAsync(IFileSink sink, Block block, long offset, long length, CancellationToken cancellationToken)
    {
        var wanted = (int)Math.Min(Block.Size, length - offset);
        if (wanted == 0)
            return 0;
        var count = await sink.ReadAsync(offset, block.Memory[..wanted], cancellationToken).ConfigureAwait(false);
        return count == wanted
            ? count
            : throw new StorageException(
                StorageFailure.Failed,
                $"The local file ends at {offset + count:N0} of {length:N0} bytes; it was cut short by another program.");
    }

    [SuppressMessage("Security", "CA5350", Justification = "Compared with what the server offers, not used against an attacker.")]
    [SuppressMessage("Security", "CA5351", Justification = "Compared with what the server offers, not used against an attacker.")]
    private static HashAlgorithmName NameOf(HashKind kind) => kind switch
    {
        HashKind.Md5 => HashAlgorithmName.MD5,
        HashKind.Sha1 => HashAlgorithmName.SHA1,
        HashKind.Sha256 => HashAlgorithmName.SHA256,
        HashKind.Sha512 => HashAlgorithmName.SHA512,
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "Not a hash of the runtime."),
    };
}
