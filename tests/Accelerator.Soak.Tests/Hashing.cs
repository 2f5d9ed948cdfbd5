using System.Security.Cryptography;

namespace Accelerator.Soak.Tests;

/// <summary>What local files are.</summary>
internal static class Hashing
{
    /// <summary>SHA-256 of a file in lower-case hex.</summary>
    public static async Task<string> Sha256Async(string path, CancellationToken cancellationToken)
    {
        await using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1 << 20, FileOptions.Asynchronous);
        return Convert.ToHexString(await SHA256.HashDataAsync(file, cancellationToken)).ToLowerInvariant();
    }
}
