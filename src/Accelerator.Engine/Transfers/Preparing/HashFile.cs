using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>
/// Reads companion files: lines of a list of checksums, or a digest alone. Lines that are neither are ignored, and names with a path are
/// taken, because the server chose the file, and not the user.
/// </summary>
internal static class HashFile
{
    /// <summary>The maximum length in bytes; longer files are not read.</summary>
    public const int MaxLength = 64 << 10;

    // Only ASCII: in text with a character for each byte, other blanks are parts of characters.
    private const string Blanks = " \t\v\f\r";

    /// <summary>
    /// Returns the digest of the named file: from several lines the one that names it, from a single line without a name that one. Null
    /// when ambiguous.
    /// </summary>
    public static string? Find(string text, string name, HashKind kind)
    {
        var (alone, named, others) = (new List<string>(), new HashSet<string>(), 0);
        foreach (var entry in text.Split('\n'))
        {
            var line = entry.AsSpan().Trim(Blanks).ToString();
            if (GivenDigest.Read(line, kind) is { } only) alone.Add(only.Value);
            else if (ChecksumLine.Read(line, out _, takesAnyName: true) is not { Digest: { } digest } read || digest.Kind != kind) continue;
            else if (read.Name == name || read.Name.EndsWith("/" + name, StringComparison.Ordinal)) named.Add(digest.Value);
            else others++;
        }
        if (named.Count == 1) return named.Single();
        return named.Count + others == 0 && alone is [var digestAlone] ? digestAlone : null;
    }
}
