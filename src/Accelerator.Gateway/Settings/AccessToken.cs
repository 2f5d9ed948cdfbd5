using Accelerator.Ftp;

namespace Accelerator.Gateway.Settings;

/// <summary>A token that clients must send. Only its digest is kept.</summary>
public sealed class AccessToken
{
    /// <summary>The shortest token, characters: 16 random ones cannot be guessed over a network.</summary>
    public const int Shortest = 16;

    /// <summary>The longest token, characters.</summary>
    public const int Longest = 512;

    private readonly SecretDigest _digest;

    private AccessToken(string text) => _digest = new SecretDigest(text);

    /// <summary>Reads a token.</summary>
    /// <returns>Null if the text is not of 16 to 512 printable ASCII characters without spaces.</returns>
    public static AccessToken? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Length is >= Shortest and <= Longest && text.All(c => c is > ' ' and <= '~') ? new AccessToken(text) : null;
    }

    /// <summary>Returns whether the text is the token; takes the same time for every wrong text of a length.</summary>
    internal bool Is(string text) => _digest.Is(text);
}
