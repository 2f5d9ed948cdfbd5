namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>
/// Reads the companion files of md5sum and sha256sum: <c>digest name</c>, <c>SHA256 (name) = digest</c>, or a digest alone.
/// </summary>
internal static class HashFile
{
    /// <summary>The maximum length in bytes; longer files are not read.</summary>
    public const int MaxLength = 64 << 10;

    /// <summary>
    /// Returns the digest of the named file: from several lines the one that names it, from a single line without a name that one. Null
    /// when ambiguous.
    /// </summary>
    public static string? Find(string text, string name, int digits)
    {
        var found = new List<(string Digest, string Remainder)>();
        foreach (var line in text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            var words = line.Split([' ', '\t', '='], StringSplitOptions.RemoveEmptyEntries);
            if (words.FirstOrDefault(word => word.Length == digits && word.All(char.IsAsciiHexDigit)) is { } digest)
                found.Add((digest.ToLowerInvariant(), line.Replace(digest, "", StringComparison.Ordinal).Trim()));
        }

        var named = found.Where(entry => Names(entry.Remainder, name)).Select(entry => entry.Digest)
            .Distinct(StringComparer.Ordinal).ToList();
        if (named.Count == 1) return named[0];
        return named.Count == 0 && found is [var only] && only.Remainder.Length == 0 ? only.Digest : null;
    }

    private static bool Names(string rest, string name) =>
        rest.TrimStart('*', ' ') == name || rest.EndsWith("/" + name, StringComparison.Ordinal)
            || rest.Contains($"({name})", StringComparison.Ordinal);
}
