using Accelerator.Cli.Terminal;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats the line that reports the result of a file.</summary>
internal static class ResultText
{
    /// <summary>
    /// For a file in place: <c>big.bin: 1.00 GiB in 10.2 s, 100 MiB/s (842 Mbit/s), 8 streams, verified by XSHA256.</c>; for one that was
    /// skipped, why.
    /// </summary>
    /// <param name="result">The result of the file.</param>
    /// <param name="detail">Whether to add how the file was written.</param>
    public static string Success(FileResult result, bool detail)
    {
        if (result.WasThere) return SafeText.Escape(result.Message);
        var rate = (result.Size - result.BytesReused) / Math.Max(0.001, result.Elapsed.TotalSeconds);
        var parts = new List<string>
        {
            $"{Format.Size(result.Size)} in {Format.Took(result.Elapsed)}",
            $"{Format.Rate(rate)} ({Format.Bits(rate)})",
            Format.Count(result.PeakStreams, "stream"),
        };
        if (result.BytesReused > 0) parts.Add($"{Format.Size(result.BytesReused)} kept from an earlier run");
        if (result.VerifyElapsed.TotalSeconds >= 0.1) parts.Add($"{Format.Took(result.VerifyElapsed)} of it verifying");
        parts.Add(Verified(result, detail));
        return $"{SafeText.Escape(Path.GetFileName(result.TargetPath))}: {string.Join(", ", parts)}.";
    }

    /// <summary><c>verified by XSHA256</c>; with detail <c>verified by XSHA256, written past the page cache</c>.</summary>
    public static string Verified(FileResult result, bool detail)
    {
        if (result.WasThere) return SafeText.Escape(result.Message.TrimEnd('.'));
        var verified = SafeText.Escape(result.AssuranceText);
        if (result.TrustedSources.Count > 0)
            verified = $"UNVERIFIED: nothing shows that {SafeText.Escape(string.Join(", ", result.TrustedSources))} has the same file";
        return detail && Written(result) is { Length: > 0 } written ? $"{verified}, written {written}" : verified;
    }

    /// <summary>
    /// <c>past the page cache</c>, <c>through the page cache because its folder lies in memory</c>; empty if nothing was to be written yet.
    /// </summary>
    public static string Written(FileResult result) => result switch
    {
        { Unbuffered: true } => "past the page cache",
        { Unbuffered: false, WhyBuffered: { } why } => $"through the page cache because {SafeText.Escape(why)}",
        { Unbuffered: false } => "through the page cache",
        _ => "",
    };

    /// <summary>For a file that was not fetched: an error, or a note if the user stopped the run.</summary>
    public static Message Failure(FailureKind kind, string message) =>
        new(kind == FailureKind.Cancelled ? Severity.Note : Severity.Error, message);
}
