using Accelerator.Ftp.Tests.Listings;

namespace Accelerator.Fuzz.Tests;

/// <summary>The sources of inputs: the seed files beside these tests, and the transcripts and listings of the corpora.</summary>
internal static class SeedFiles
{
    /// <summary>The seeds and words of <c>Seeds/NAME.txt</c>.</summary>
    public static (IReadOnlyList<byte[]> Seeds, IReadOnlyList<byte[]> Words) Of(string target) =>
        EscapedBytes.Read(Path.Combine(AppContext.BaseDirectory, "Seeds", target + ".txt"));

    /// <summary>All replies of servers in the transcripts, one input each.</summary>
    public static IEnumerable<byte[]> Transcripts() =>
        from file in Directory.EnumerateFiles(Path.Combine(AppContext.BaseDirectory, "Transcripts"), "*.txt", SearchOption.AllDirectories).Order()
        let said = File.ReadLines(file, Encoding.Latin1).Where(line => line.StartsWith("< ", StringComparison.Ordinal)).Select(line => line[2..] + "\r\n")
        select Encoding.Latin1.GetBytes(string.Concat(said).Replace("{port}", "50123"));

    /// <summary>The listings of the corpora that are read as this form.</summary>
    public static IEnumerable<byte[]> Corpora(string form) =>
        from name in Corpus.Names
        let corpus = Corpus.Load(name)
        where corpus.Expected.Contains($"form {form},", StringComparison.Ordinal)
        select corpus.Bytes;
}
