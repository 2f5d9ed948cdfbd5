using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>The line that says how a file ended.</summary>
internal static class ResultText
{
    /// <summary>Of a file in place: <c>big.bin: 1.00 GiB in 10.2 s, 100 MiB/s (842 Mbit/s), 8 streams, proven by seams.</c></summary>
    public static string Success(FileResult result)
    {
        var rate = (result.Size - result.BytesReused) / Math.Max(0.001, result.Elapsed.TotalSeconds);
        var parts = new List<string>
        {
            $"{Format.Size(result.Size)} in {Format.Took(result.Elapsed)}",
            $"{Format.Rate(rate)} ({Format.Bits(rate)})",
            Format.Count(result.PeakStreams, "stream"),
        };
        if (result.BytesReused > 0) parts.Add($"{Format.Size(result.BytesReused)} kept from an earlier try");
        if (result.VerifyElapsed.TotalSeconds >= 0.1) parts.Add($"{Format.Took(result.VerifyElapsed)} of it verifying");
        parts.Add($"proven by {SafeText.Escape(result.ProvenBy)}");
        return $"{SafeText.Escape(Path.GetFileName(result.TargetPath))}: {string.Join(", ", parts)}.";
    }

    /// <summary>Of a file that failed. The message of the engine is a whole sentence.</summary>
    public static string Failure(FileResult result) => $"ftpx: {SafeText.Escape(result.Message)}";
}
