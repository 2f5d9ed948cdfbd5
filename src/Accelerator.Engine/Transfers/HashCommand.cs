using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>How one hash command is asked and what it computes.</summary>
/// <param name="Name">For people.</param>
/// <param name="Kind">What this computer computes beside it.</param>
/// <param name="Digits">Hexadecimal digits of its digest.</param>
/// <param name="Algorithm">Argument of OPTS HASH that must come before, or null.</param>
internal sealed record HashCommand(string Name, HashKind Kind, int Digits, string? Algorithm = null)
{
    private static readonly (string Name, HashKind Kind, int Digits)[] Algorithms =
        [("SHA-256", HashKind.Sha256, 64), ("SHA-512", HashKind.Sha512, 128), ("SHA-1", HashKind.Sha1, 40), ("MD5", HashKind.Md5, 32), ("CRC32", HashKind.Crc32, 8)];

    /// <summary>The command for a verb listed in FEAT; null when its algorithms are unknown here.</summary>
    /// <param name="verb">HASH, XSHA256, …</param>
    /// <param name="hashParameters">Parameters of HASH in FEAT: <c>SHA-256*;SHA-1;MD5</c>, the star at the one in use.</param>
    public static HashCommand? For(string verb, string? hashParameters) => verb switch
    {
        "HASH" => FromParameters(hashParameters ?? ""),
        "XSHA256" => new(verb, HashKind.Sha256, 64),
        "XSHA512" => new(verb, HashKind.Sha512, 128),
        "XSHA1" => new(verb, HashKind.Sha1, 40),
        "XMD5" => new(verb, HashKind.Md5, 32),
        "XCRC" => new(verb, HashKind.Crc32, 8),
        _ => null,
    };

    private static HashCommand? FromParameters(string parameters)
    {
        var offered = parameters.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (var (name, kind, digits) in Algorithms)
        {
            if (offered.Any(o => o.TrimEnd('*').Equals(name, StringComparison.OrdinalIgnoreCase))) return new($"HASH {name}", kind, digits, name);
        }
        return null;
    }
}
