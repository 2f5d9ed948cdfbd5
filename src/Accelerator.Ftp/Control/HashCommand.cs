namespace Accelerator.Ftp.Control;

/// <summary>A server's hash command and the matching local hash.</summary>
/// <param name="Name">The name in messages: <c>HASH SHA-256</c>, <c>XMD5</c>.</param>
/// <param name="Kind">The hash that this computer computes for comparison.</param>
/// <param name="Digits">Hexadecimal digits of its digest.</param>
/// <param name="Algorithm">Argument of the OPTS HASH that must be sent first, or null.</param>
internal sealed record HashCommand(string Name, HashKind Kind, int Digits, string? Algorithm = null)
{
    private static readonly (string Name, HashKind Kind, int Digits)[] Algorithms =
    [
        ("SHA-256", HashKind.Sha256, 64), ("SHA-512", HashKind.Sha512, 128), ("SHA-1", HashKind.Sha1, 40),
        ("MD5", HashKind.Md5, 32), ("CRC32", HashKind.Crc32, 8),
    ];

    /// <summary>The command's verb: HASH, XSHA256, …</summary>
    public string Verb => Algorithm is null ? Name : "HASH";

    /// <summary>Returns the name of a hash as HASH has it: <c>SHA-256</c>.</summary>
    public static string NameOf(HashKind kind) => Algorithms.First(algorithm => algorithm.Kind == kind).Name;

    /// <summary>Returns the hash whose digest has this number of hexadecimal digits; null if there is none.</summary>
    public static HashKind? WithDigits(int digits) =>
        Algorithms.Where(algorithm => algorithm.Digits == digits).Select(algorithm => (HashKind?)algorithm.Kind).FirstOrDefault();

    /// <summary>Returns whether a verb is used for hashing. OPTS is included, because OPTS HASH selects the algorithm.</summary>
    public static bool IsVerb(string verb) => verb is "HASH" or "OPTS" || For(verb, null) is not null;

    /// <summary>Returns every hash that the server lists and this computer can compute, strongest first, without duplicates.</summary>
    public static IReadOnlyList<HashCommand> Offered(FtpFeatures features)
    {
        var listed = Parts(features.Parameters("HASH") ?? "").Concat(Listed(features).Where(command => command.Algorithm is null)).ToList();
        return [.. Algorithms.Select(algorithm => listed.Find(command => command.Kind == algorithm.Kind)).OfType<HashCommand>()];
    }

    /// <summary>
    /// Returns the commands that the server lists, strongest first: HASH with its strongest algorithm, then the vendor commands.
    /// </summary>
    public static IEnumerable<HashCommand> Listed(FtpFeatures features) =>
        features.Hashes.Select(verb => For(verb, features.Parameters("HASH"))).OfType<HashCommand>();

    /// <summary>Returns the command for a verb listed in FEAT; null if none of its algorithms is supported here.</summary>
    /// <param name="verb">HASH, XSHA256, …</param>
    /// <param name="hashParameters">Parameters of HASH in FEAT: <c>SHA-256*;SHA-1;MD5</c>; the star marks the current one.</param>
    public static HashCommand? For(string verb, string? hashParameters) => verb switch
    {
        "HASH" => Parts(hashParameters ?? "").FirstOrDefault(),
        "XSHA256" => new(verb, HashKind.Sha256, 64),
        "XSHA512" => new(verb, HashKind.Sha512, 128),
        "XSHA1" => new(verb, HashKind.Sha1, 40),
        "XMD5" => new(verb, HashKind.Md5, 32),
        "XCRC" => new(verb, HashKind.Crc32, 8),
        _ => null,
    };

    private static IEnumerable<HashCommand> Parts(string parameters)
    {
        var offered = parameters.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return Algorithms
            .Where(algorithm => offered.Any(o => o.TrimEnd('*').Equals(algorithm.Name, StringComparison.OrdinalIgnoreCase)))
            .Select(algorithm => new HashCommand($"HASH {algorithm.Name}", algorithm.Kind, algorithm.Digits, algorithm.Name));
    }
}

/// <summary>Finds the digest in the reply to a hash command, whose form differs between servers.</summary>
internal static class HashReply
{
    /// <summary>
    /// Returns the digest in lower case. It is the only word of the reply with the expected number of hexadecimal digits: <c>213 SHA-256
    /// 0-99 abc… /a.bin</c> (HASH), <c>250 abc…</c> (Serv-U, GlobalSCAPE), <c>213 abc…</c> (ProFTPD), <c>251 /a.bin abc…</c> (MD5). Null if
    /// there is none, or if a file name makes it ambiguous. A CRC may lack its leading zeros.
    /// </summary>
    public static string? Read(FtpReply reply, int digits)
    {
        var words = reply.Lines.SelectMany(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToList();
        var exact = words.Where(word => word.Length == digits && word.All(char.IsAsciiHexDigit))
            .Distinct(StringComparer.OrdinalIgnoreCase).ToList();
        if (exact.Count == 1) return exact[0].ToLowerInvariant();

        return exact.Count == 0 && digits == 8 && words is [var only] && only.Length is > 0 and < 8 && only.All(char.IsAsciiHexDigit)
            ? only.ToLowerInvariant().PadLeft(8, '0')
            : null;
    }
}
