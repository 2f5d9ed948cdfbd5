using System.Security.Cryptography;
using System.Text;

namespace Accelerator.Ftp;

/// <summary>The digest of a secret, kept in its place to compare texts with it.</summary>
/// <param name="secret">The secret.</param>
internal sealed class SecretDigest(string secret)
{
    private readonly byte[] _digest = Digest(secret);

    /// <summary>Returns whether the text is the secret; takes the same time for every wrong text of a length.</summary>
    public bool Is(string text) => CryptographicOperations.FixedTimeEquals(Digest(text), _digest);

    // Digests have one length, whatever the length of the text received.
    private static byte[] Digest(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
