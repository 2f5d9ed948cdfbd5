using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Cli.Output;

/// <summary>Formats the output of <c>ftpx fxp</c>.</summary>
internal static class FxpText
{
    private const int MostPlans = 1000;

    /// <summary>For a file in place: <c>a.bin: 8.00 MiB in 2.4 s, 3.33 MiB/s (28.0 Mbit/s), verified by XSHA512.</c></summary>
    public static string Success(FxpFileResult result)
    {
        var name = SafeText.Escape(result.Destination[(result.Destination.LastIndexOf('/') + 1)..]);
        if (result.WasThere) return $"{name}: {Format.Size(result.Size)}, exists already.";
        var rate = result.BytesSent / Math.Max(0.001, result.Elapsed.TotalSeconds);
        var kept = result.BytesReused > 0 ? $", {Format.Size(result.BytesReused)} kept from an earlier run" : "";
        return $"{name}: {Format.Size(result.Size)} in {Format.Took(result.Elapsed)}, {Format.Rate(rate)} ({Format.Bits(rate)}){kept}, "
            + $"{SafeText.Escape(result.AssuranceText)}.";
    }

    /// <summary>The last line: files copied, files already present, and failures.</summary>
    public static string Summary(FxpSummary summary)
    {
        var rate = summary.BytesSent / Math.Max(0.001, summary.Elapsed.TotalSeconds);
        List<string> parts = [summary.Copied == 0
            ? "nothing was copied"
            : $"{Format.Count(summary.Copied, "file")} copied, {Format.Size(summary.CopiedBytes)} in {Format.Took(summary.Elapsed)}, "
                + $"{Format.Rate(rate)} ({Format.Bits(rate)})"];
        if (summary.Skipped > 0)
            parts.Add($"{Format.Count(summary.Skipped, "file")} ({Format.Size(summary.SkippedBytes)}) "
                + $"{(summary.Skipped == 1 ? "was" : "were")} there already");
        if (summary.Files.Count(file => file.Failure == FailureKind.Cancelled) is > 0 and var stopped)
            parts.Add($"{Format.Number(stopped)} not finished");
        if (summary.Failed - summary.Files.Count(file => file.Failure == FailureKind.Cancelled) is > 0 and var failed)
            parts.Add($"{Format.Number(failed)} failed");
        return Sentence(string.Join("; ", parts));
    }

    /// <summary>The lines of <c>--dry-run</c>.</summary>
    public static IEnumerable<string> Plan(FxpPreview preview)
    {
        var request = preview.Run.Request;
        yield return $"from {request.Source} to {request.Destination}, {Format.Count(request.Parallel, "file")} at once at most";
        foreach (var folder in preview.NewFolders) yield return $"  make folder {request.Destination.Describe(folder)}/";
        foreach (var plan in preview.Plans.Take(MostPlans))
        {
            yield return $"  copy {plan.Item.From} to {plan.Item.To}, {Format.Size(plan.Size)}";
            yield return $"       {From(plan)}; {Way(plan)}; verified by {VerifiedWith(plan, request.Verify)}";
        }
        if (preview.Plans.Count > MostPlans) yield return $"  and {Format.Number(preview.Plans.Count - MostPlans)} more files";
        foreach (var file in preview.Others.Where(file => file.WasThere))
            yield return $"  skip {SafeText.Escape(file.Destination)}, exists already";
        var (plans, summary) = (preview.Plans, preview.Summary);
        var there = summary.Skipped > 0
            ? $"; {Format.Count(summary.Skipped, "file")} ({Format.Size(summary.SkippedBytes)}) "
                + $"{(summary.Skipped == 1 ? "is" : "are")} there already" : "";
        var failing = summary.Failed > 0 ? $"; {Format.Number(summary.Failed)} cannot be copied" : "";
        var copied = plans.Count == 0
            ? "nothing would be copied"
            : $"{Format.Count(plans.Count, "file")} would be copied, {Format.Size(plans.Sum(plan => plan.BytesToSend))} to be sent";
        yield return Sentence(copied + there + failing);
    }

    /// <summary>For one file, for the log.</summary>
    public static string Log(FxpFileResult result) => result.Failure is null
        ? $"Done {result.Source} to {result.Destination}: {result.Message} {Format.Number(result.Size)} bytes, "
            + $"{Format.Number(result.BytesSent)} sent, "
            + $"in {Format.Took(result.Elapsed)}."
        : $"Failed {result.Source} to {result.Destination}: {JsonLines.Name(result.Failure.Value)}: {result.Message}";

    private static string Way(FxpPlan plan) => plan.IsRelayed
        ? "through this computer" : $"the {(plan.Passive == FxpSide.Source ? "source" : "destination")} listens{Protection(plan)}";

    private static string From(FxpPlan plan) => plan.Offset switch
    {
        _ when plan.Segments is { } segments =>
            $"in {Format.Number(segments.Pieces.Count)} segments, {Format.Number(segments.Pairs)} at "
                + $"once{(segments.KeptBytes > 0 ? $", {Format.Size(segments.KeptBytes)} kept from an earlier run" : "")}"
            + (segments.NeedsProbe ? ", if a test file shows that the destination stores them correctly" : ""),
        0 => "from the first byte",
        var offset when offset == plan.Size => "complete, to be verified",
        var offset => $"from byte {Format.Number(offset)}{(plan.Append ? ", appended" : "")}",
    };

    private static string Protection(FxpPlan plan) => plan.Protection switch
    {
        FxpProtection.None => "",
        FxpProtection.Cpsv => ", encrypted (CPSV)",
        _ => ", encrypted (SSCN)",
    };

    private static string VerifiedWith(FxpPlan plan, Verification verify) => (verify.Mode, plan) switch
    {
        (VerifyMode.Given, _) => verify.Given!.Name,
        (_, { MustHash: true }) or (VerifyMode.Always, _) => $"size and {Hash(plan)}",
        (VerifyMode.Auto, { Hashes.Count: > 0 }) => $"size, and {Hash(plan)} where it is cheap",
        _ => "size",
    };

    private static string Hash(FxpPlan plan) => plan.Hashes.Count > 0 ? plan.Hashes[0].Name : "a hash";

    private static string Sentence(string text) => char.ToUpperInvariant(text[0]) + text[1..] + ".";
}
