using System.Buffers;
using System.IO.Hashing;
using System.Security.Cryptography;

namespace Accelerator.Loopback.Content;

/// <summary>Hashes of a byte range of a file, by the names that FEAT and HASH use.</summary>
public static class ContentDigest
{
    private const int ChunkBytes = 256 * 1024;

    /// <summary>The supported names, strongest first: "SHA-256", "SHA-1", "MD5", "CRC32".</summary>
    public static IReadOnlyList<string> Algorithms { get; } = ["SHA-256", "SHA-1", "MD5", "CRC32"];

    /// <summary>SHA-256 of the whole content, in lower-case hex.</summary>
    public static string Sha256(FileContent content) => Compute(content, "SHA-256", 0, content.Length);

    /// <summary>The hash of the half-open range [start, end), in lower-case hex.</summary>
    /// <exception cref="ArgumentException">The algorithm is none of <see cref="Algorithms"/>.</exception>
    public static string Compute(FileContent content, string algorithm, long start, long end)
    {
        if (algorithm == "CRC32")
        {
            var crc = new Crc32();
            Feed(content, start, end, crc.Append);
            return crc.GetCurrentHashAsUInt32().ToString("x8");
        }
        using var hash = IncrementalHash.CreateHash(NameOf(algorithm));
        Feed(content, start, end, hash.AppendData);
        return Convert.ToHexString(hash.GetHashAndReset()).ToLowerInvariant();
    }

    private static HashAlgorithmName NameOf(string algorithm) => algorithm switch
    {
        "SHA-256" => HashAlgorithmName.SHA256,
        "SHA-1" => HashAlgorithmName.SHA1,
        "MD5" => HashAlgorithmName.MD5,
        _ => throw new ArgumentException($"No hash is called \"{algorithm}\" here; known are {string.Join(", ", Algorithms)}.",
            nameof(algorithm)),
    };

    private static void Feed(FileContent content, long start, long end, SpanAction append)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(ChunkBytes);
        for (var offset = start; offset < end;)
        {
            var count = checked((int)Math.Min(ChunkBytes, end - offset));
            append(content.Window(offset, count, buffer).Span);
            offset += count;
        }
        ArrayPool<byte>.Shared.Return(buffer);
    }

    private delegate void SpanAction(ReadOnlySpan<byte> bytes);
}
