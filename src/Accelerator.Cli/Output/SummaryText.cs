using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats the end of a run with several files: one line, and the failures below it.</summary>
internal static class SummaryText
{
    /// <summary><c>12 files, 1.20 GiB in 10.2 s, 120 MiB/s (1.01 Gbit/s); 3 new, 8 the same, 1 failed.</c></summary>
    /// <param name="files">The number of files.</param>
    /// <param name="bytes">The bytes moved; 0 omits them.</param>
    /// <param name="elapsed">The duration of the run.</param>
    /// <param name="counts">The files by outcome; those of 0 files are omitted.</param>
    public static string Line(long files, long bytes, TimeSpan elapsed, IEnumerable<(long Files, string What)> counts)
    {
        var rate = bytes / Math.Max(0.001, elapsed.TotalSeconds);
        var moved = bytes > 0
            ? $", {Format.Size(bytes)} in {Format.Took(elapsed)}, {Format.Rate(rate)} ({Format.Bits(rate)})"
            : $" in {Format.Took(elapsed)}";
        var parts = counts.Where(count => count.Files > 0).Select(count => $"{Format.Number(count.Files)} {count.What}").ToList();
        return $"{Format.Count(files, "file")}{moved}{(parts.Count > 0 ? "; " : "")}{string.Join(", ", parts)}.";
    }

    /// <summary>The failures, one line each; above a number, only how many more there are.</summary>
    /// <param name="sentences">The failures.</param>
    /// <param name="most">The most lines.</param>
    public static IEnumerable<string> Failures(IReadOnlyList<string> sentences, int most)
    {
        foreach (var sentence in sentences.Take(most)) yield return $"  {SafeText.Escape(sentence)}";
        if (sentences.Count > most)
            yield return $"  and {Format.Number(sentences.Count - most)} more: see --log-file, or run the command again.";
    }
}
