using System.Text.Json;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>The outcome of a run of <c>ftpx get</c> with several files.</summary>
/// <param name="Files">The result of each file, and of each pattern that failed.</param>
/// <param name="Elapsed">The duration of the run.</param>
/// <param name="Code">The exit code.</param>
internal sealed record GetSummary(IReadOnlyList<FileResult> Files, TimeSpan Elapsed, ExitCode Code)
{
    private const int MostFailures = 10;

    private long Fetched => Files.Count(file => file is { Failure: null, WasThere: false, LeftOut: false });

    private long Skipped => Files.Count(file => file.WasThere || file.LeftOut);

    private long Failed => Files.Count(IsFailure);

    private long Stopped => Files.Count(file => file.Failure == FailureKind.Cancelled);

    // A file in place counts without overlaps and reused bytes.
    private long Bytes => Files.Where(file => file is { WasThere: false, LeftOut: false })
        .Sum(file => file.Failure is null ? file.Size - file.BytesReused : file.BytesFetched);

    /// <summary>The line of totals.</summary>
    public string Total => SummaryText.Line(
        Files.Count, Bytes, Elapsed,
        [(Fetched, "downloaded"), (Skipped, "skipped"), (Failed, "failed"), (Stopped, "not finished")]);

    /// <summary>Returns the line of totals, and the reasons of at most ten failures that have not been shown.</summary>
    /// <param name="shown">The failures that have been shown.</param>
    public IEnumerable<string> Lines(ShownFailures shown) =>
        [Total, .. SummaryText.Failures(shown.Left(Files.Where(IsFailure).Select(file => file.Message)), MostFailures)];

    /// <summary>Writes the members of the JSON line; docs/json.md lists them and a test compares the two.</summary>
    public void Write(Utf8JsonWriter json)
    {
        json.WriteString("type", "get_result");
        json.WriteOutcome(Code);
        json.WriteNumber("files", Files.Count);
        json.WriteNumber("downloaded_files", Fetched);
        json.WriteNumber("skipped_files", Skipped);
        json.WriteNumber("failed_files", Failed);
        json.WriteNumber("files_to_come", Stopped);
        json.WriteNumber("bytes", Bytes);
        json.WriteNumber("bytes_fetched", Files.Sum(file => file.BytesFetched));
        json.WriteSeconds("elapsed_seconds", Elapsed);
    }

    private static bool IsFailure(FileResult file) => file.Failure is not (null or FailureKind.Cancelled);
}
