namespace Accelerator.Interop.Tests.Servers;

/// <summary>Files whose bytes cannot be mistaken for one another, at any offset.</summary>
public static class RandomFile
{
    private const int BlockSize = 1 << 20;

    /// <summary>Writes (over) a file of <paramref name="length"/> bytes and gives its SHA-256 in hexadecimal.</summary>
    public static async Task<string> WriteAsync(string path, long length, int seed, CancellationToken cancellationToken)
    {
        var random = new Random(seed);
        var block = new byte[BlockSize];
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        for (var left = length; left > 0; left -= BlockSize)
        {
            var part = block.AsMemory(0, (int)Math.Min(left, BlockSize));
            random.NextBytes(part.Span);
            hash.AppendData(part.Span);
            await file.WriteAsync(part, cancellationToken);
        }
        return Convert.ToHexString(hash.GetHashAndReset());
    }

    public static async Task<string> HashAsync(string path, CancellationToken cancellationToken)
    {
        await using var file = File.OpenRead(path);
        return Convert.ToHexString(await SHA256.HashDataAsync(file, cancellationToken));
    }
}
