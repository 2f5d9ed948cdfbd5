namespace Accelerator.Matrix.Tests;

/// <summary>Listings that no honest server writes: each name unescaped, one char a byte.</summary>
internal static class RawListing
{
    /// <summary>Returns a server that lists with MLSD, or with LIST only.</summary>
    public static LoopbackOptions Options(bool isMlsd) => new() { Features = isMlsd ? LoopbackFeatures.Usual : LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst };

    /// <summary>Returns a listing of plain files of four bytes with these names.</summary>
    public static FileContent OfFiles(bool isMlsd, params string[] names) => Of(names.Select(name => Line(isMlsd, name)));

    /// <summary>Returns the line of one plain file.</summary>
    public static string Line(bool isMlsd, string name, string size = "4") =>
        isMlsd ? $"type=file;size={size};modify=20260102030405; {name}" : $"-r--r--r--    1 ftp      ftp      {size,12} Jan 02  2026 {name}";

    /// <summary>Returns a listing of these lines.</summary>
    public static FileContent Of(IEnumerable<string> lines) => FileContent.FromBytes(Encoding.Latin1.GetBytes(string.Concat(lines.Select(line => line + "\r\n"))));
}
