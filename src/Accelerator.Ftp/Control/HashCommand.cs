using System.Globalization;

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
    // The digests of no bytes: a server that cannot read the file, or has not read it yet, reports them for every file.
    private static readonly string[] OfNothing =
    [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "d41d8cd98f00b204e9800998ecf8427e",
    ];

    /// <summary>
    /// Returns the digest in lower case. It is the only word of the reply with the expected number of hexadecimal digits: <c>213 SHA-256
    /// 0-99 abc… /a.bin</c> (HASH), <c>250 abc…</c> (Serv-U, GlobalSCAPE), <c>213 abc…</c> (ProFTPD), <c>251 /a.bin abc…</c> (MD5). Null if
    /// there is none, if a file name or another number makes it ambiguous, or if it does not cover the file. A CRC may lack its leading
    /// zeros.
    /// </summary>
    /// <param name="reply">The reply.</param>
    /// <param name="digits">The hexadecimal digits of the digest.</param>
    /// <param name="length">Bytes of the file; null if unknown.</param>
    public static string? Read(FtpReply reply, int digits, long? length)
    {
        var words = reply.Lines.SelectMany(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToList();
        if (Find(words, digits) is not { } found || !CoversAll(words, found, length)) return null;
        var digest = found.ToLowerInvariant().PadLeft(digits, '0');
        return length > 0 && (OfNothing.Contains(digest) || digest.All(digit => digit == '0')) ? null : digest;
    }

    private static string? Find(List<string> words, int digits)
    {
        var exact = words.Where(word => word.Length == digits && word.All(char.IsAsciiHexDigit))
            .Distinct(StringComparer.OrdinalIgnoreCase).ToList();
        if (digits != 8) return exact.Count == 1 ? exact[0] : null;
        var numbers = words.Where(word => word.Length < 8 && word.All(char.IsAsciiHexDigit) && word.Any(char.IsAsciiDigit)).ToList();
        // Eight decimal digits beside a short CRC may be the file's size.
        if (exact.Count == 1) return numbers.Count > 0 && exact[0].All(char.IsAsciiDigit) ? null : exact[0];
        return exact.Count == 0 && words is [var only] && only.Length < 8 && only.All(char.IsAsciiHexDigit) ? only : null;
    }

    // The draft of HASH ends a range with its last byte, ProFTPD with the size.
    private static bool CoversAll(List<string> words, string digest, long? length)
    {
        foreach (var word in words.TakeWhile(word => word != digest))
        {
            if (word.Split('-') is not [{ Length: > 0 } first, { Length: > 0 } last]) continue;
            if (!first.All(char.IsAsciiDigit) || !last.All(char.IsAsciiDigit)) continue;
            if (first.Trim('0').Length > 0) return false;
            if (length is { } bytes && !(long.TryParse(last, NumberStyles.None, CultureInfo.InvariantCulture, out var end)
                && (end == bytes || end == bytes - 1)))
                return false;
        }
        return true;
    }
}
