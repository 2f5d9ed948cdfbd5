using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// One line of a list of checksums: <c>HEX  name</c> and <c>HEX *name</c> as coreutils writes them, <c>SHA256 (name) = HEX</c> as the BSDs
/// and OpenSSL do. A backslash before the line means that <c>\\</c>, <c>\n</c> and <c>\r</c> in the name are escaped.
/// </summary>
/// <param name="Name">The name, without <c>./</c> and with single slashes.</param>
/// <param name="Digest">The digest; null for an algorithm that is not supported.</param>
/// <param name="Algorithm">The algorithm as written; empty where the number of digits shows it.</param>
internal readonly record struct ChecksumLine(string Name, GivenDigest? Digest, string Algorithm)
{
    /// <summary>Returns the line of a file in the form of coreutils, without its end.</summary>
    /// <param name="name">The name; with slashes between folders.</param>
    /// <param name="hex">The digest.</param>
    public static string Write(string name, string hex)
    {
        var escaped = name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal)
            .Replace("\r", "\\r", StringComparison.Ordinal);
        return $"{(escaped == name ? "" : "\\")}{hex}  {escaped}";
    }

    /// <summary>Reads a line.</summary>
    /// <param name="text">The line, without its end.</param>
    /// <param name="problem">The end of a sentence that begins with the line's number.</param>
    /// <param name="takesAnyName">Whether absolute names and names with <c>..</c> are taken too. Default false.</param>
    /// <returns>Null if the line is refused.</returns>
    public static ChecksumLine? Read(string text, out string problem, bool takesAnyName = false)
    {
        text = text.TrimStart(' ', '\t');
        var isEscaped = text.StartsWith('\\');
        if (isEscaped) text = text[1..];
        var (algorithm, hex, written) = SplitTagged(text) ?? SplitPlain(text);
        problem = "is no checksum: expected HEX  NAME or SHA256 (NAME) = HEX";
        if (written is null) return null;
        var (kind, isSupported) = KindOf(algorithm);
        var digest = isSupported ? GivenDigest.Read(hex, kind) : null;
        if (isSupported && digest is null)
        {
            problem = $"has no valid digest: {hex.Length} characters, but MD5 has 32 hexadecimal digits, SHA-1 40, SHA-256 64 and "
                + "SHA-512 128";
            return null;
        }
        problem = "has an invalid escape in its name";
        if ((isEscaped ? Unescape(written) : written) is not { } full) return null;
        var name = string.Join('/', full.Split('/', StringSplitOptions.RemoveEmptyEntries).Where(part => part != "."));
        if (!takesAnyName && WhyUnusable(full, name) is { } why)
        {
            problem = $"names \"{SafeText.Escape(full)}\", {why}";
            return null;
        }
        return new ChecksumLine(name, digest, algorithm);
    }

    // "SHA256 (name) = HEX"; OpenSSL writes it without blanks. The name may have parentheses, the digest has none.
    private static (string Algorithm, string Hex, string? Name)? SplitTagged(string text)
    {
        var (open, close) = (text.IndexOf('('), text.LastIndexOf(')'));
        if (open < 1 || close < open) return null;
        var (algorithm, rest) = (text[..open].TrimEnd(' '), text[(close + 1)..].Trim());
        return rest.StartsWith('=') && algorithm.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '/')
            ? (algorithm, rest[1..].TrimStart(), text[(open + 1)..close])
            : null;
    }

    // The second blank, or the asterisk of a file read in binary mode, is missing in the reversed form of the BSDs.
    private static (string Algorithm, string Hex, string? Name) SplitPlain(string text)
    {
        var blank = text.AsSpan().IndexOfAny(' ', '\t');
        if (blank < 1 || !text[..blank].All(char.IsAsciiHexDigit)) return ("", "", null);
        var name = text[(blank + 1)..];
        return ("", text[..blank], name is [' ' or '*', ..] ? name[1..] : name);
    }

    private static (HashKind? Kind, bool IsSupported) KindOf(string algorithm) => algorithm.ToUpperInvariant() switch
    {
        "" => (null, true),
        "MD5" => (HashKind.Md5, true),
        "SHA1" => (HashKind.Sha1, true),
        "SHA256" or "SHA2-256" => (HashKind.Sha256, true),
        "SHA512" or "SHA2-512" => (HashKind.Sha512, true),
        _ => (null, false),
    };

    private static string? Unescape(string text)
    {
        var plain = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\')
            {
                plain.Append(text[i]);
                continue;
            }
            var meant = ++i < text.Length ? text[i] : '\0';
            if (meant is not ('\\' or 'n' or 'r')) return null;
            plain.Append(meant switch { 'n' => '\n', 'r' => '\r', _ => meant });
        }
        return plain.ToString();
    }

    private static string? WhyUnusable(string full, string name)
    {
        if (full.StartsWith('/') || name.StartsWith('\\') || (name is [_, ':', '/' or '\\', ..] && char.IsAsciiLetter(name[0])))
            return "which is no relative name. Make the list in the folder of the files";
        if (name.Split('/', '\\').Contains("..")) return "which leaves the list's folder. Make the list in the folder of the files";
        return name.Length == 0 || name.Contains('\0') ? "which is no name of a file" : null;
    }
}
