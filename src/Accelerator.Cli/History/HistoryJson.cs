using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;

namespace Accelerator.Cli.History;

/// <summary>Writes the history as lines of JSON. Names are stable; docs/json.md lists them and a test compares the two.</summary>
internal static class HistoryJson
{
    /// <summary>Returns the line of a file. Members that a <c>result</c> of <c>ftpx get</c> has too have the same meaning.</summary>
    public static string Line(HistoryRow row) => JsonLine.Of("transfer", json =>
    {
        json.WriteTime("finished", row.Finished);
        json.WriteString("command", row.Command);
        json.WriteString("source", row.Source);
        json.WriteString("target", row.Target);
        json.WriteOutcome(ExitCodes.All.FirstOrDefault(code => code.Value == row.ExitCode) ?? ExitCodes.Internal);
        json.WriteString("message", row.Message);
        json.WriteNumber("size", row.Size);
        json.WriteNumber("bytes_fetched", row.BytesFetched);
        json.WriteNumber("bytes_reused", row.BytesReused);
        json.WriteSeconds("elapsed_seconds", row.Elapsed);
        json.WriteNumber("bytes_per_second", (long)row.BytesPerSecond);
        json.WriteNumber("peak_streams", row.PeakStreams);
        json.WriteString("proven_by", row.VerifiedBy);
        json.WriteString("assurance", JsonLines.Name(row.Assurance));
        json.WriteString("sha256", row.Sha256);
    });
}
