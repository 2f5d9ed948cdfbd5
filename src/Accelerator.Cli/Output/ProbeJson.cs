using System.Text.Json;
using Accelerator.Engine.Probing;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>Writes a probe as one line of JSON. Names are stable; docs/json.md lists them and a test compares the two.</summary>
internal static class ProbeJson
{
    /// <summary>The output of <c>--dry-run</c>.</summary>
    public static string Plan(ProbePlan plan) => JsonLine.Of("probe_plan", json =>
    {
        json.WriteString("source", plan.Source.ToString());
        json.WriteStartArray("steps");
        foreach (var streams in plan.Steps) json.WriteNumberValue(streams);
        json.WriteEndArray();
        json.WriteNumber("max_sessions", plan.MostSessions);
        json.WriteNumber("max_refusals", plan.MostRefusals);
        json.WriteNumber("max_bytes_per_step", plan.MostBytesPerStep);
        json.WriteSeconds("time_limit_seconds", plan.TimeLimit, digits: 6);
        json.WriteString("folder", plan.Folder);
        json.WriteNumber("max_disk_bytes", plan.MostDiskBytes);
    });

    /// <summary>The report.</summary>
    public static string Report(ProbeReport report, string command) => JsonLine.Of("probe", json =>
    {
        json.WriteString("source", report.Source.ToString());
        Server(json, report.Server);
        Path(json, report.Path);
        json.WriteStartArray("steps");
        foreach (var step in report.Steps) Step(json, step);
        json.WriteEndArray();
        json.WriteString("stop", JsonLines.Name(report.Stop));
        json.WriteNumber("max_connections", report.Ceiling);
        json.WriteNumber("refusals", report.Refusals);
        json.WriteNumber("disk_bytes_per_second", (long?)report.DiskRate);
        json.WriteString("limit", JsonLines.Name(report.Verdict.Limit));
        json.WriteString("stream_limit", JsonLines.Name(report.Verdict.StreamLimit));
        json.WriteNumber("stream_bytes_per_second", (long)report.Verdict.StreamRate);
        json.WriteNumber("stream_window", report.Verdict.StreamWindow);
        json.WriteNumber("best_bytes_per_second", (long)report.Verdict.BestRate);
        json.WriteNumber("recommended_streams", report.Verdict.Streams);
        json.WriteBoolean("may_grow", report.Verdict.MayGrow);
        json.WriteString("command", command);
        json.WriteStrings("explanation", ProbeVerdictText.Sentences(report));
        json.WriteStrings("notes", report.Notes);
        json.WriteNumber("bytes_fetched", report.Bytes);
        json.WriteSeconds("elapsed_seconds", report.Elapsed, digits: 6);
    });

    /// <summary>The reason why there is no report.</summary>
    public static string Problem(TransferSource source, TransferException problem) => JsonLine.Of("probe_problem", json =>
    {
        json.WriteString("source", source.ToString());
        json.WriteProblem(problem.Kind, problem.Message);
    });

    private static void Server(Utf8JsonWriter json, ProbeServer server)
    {
        json.WriteString("greeting", server.Greeting);
        json.WriteString("system", server.System);
        json.WriteStrings("claims", server.Claims);
        json.WriteStartArray("features");
        foreach (var feature in server.Features)
        {
            json.WriteStartObject();
            json.WriteString("name", feature.Name);
            json.WriteString("verdict", JsonLines.Name(feature.Verdict));
            json.WriteString("detail", feature.Detail);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteNumber("size", server.Size);
        json.WriteString("modified", server.Modified);
    }

    private static void Path(Utf8JsonWriter json, ProbePath path)
    {
        json.WriteSeconds("greeted_seconds", path.Greeted, digits: 6);
        json.WriteSeconds("logged_in_seconds", path.LoggedIn, digits: 6);
        json.WriteSeconds("first_byte_seconds", path.FirstByte, digits: 6);
        json.WriteSeconds("round_trip_seconds", path.RoundTrip, digits: 6);
        json.WriteSeconds("median_round_trip_seconds", path.MedianRoundTrip, digits: 6);
        json.WriteSeconds("tcp_round_trip_seconds", path.TcpRoundTrip, digits: 6);
        json.WriteNumber("path_mtu", path.PathMtu);
        json.WriteNumber("max_segment", path.MaxSegment);
        json.WriteNumber("mptcp_subflows", path.Subflows);
    }

    private static void Step(Utf8JsonWriter json, ProbeStep step)
    {
        json.WriteStartObject();
        json.WriteNumber("streams", step.Streams);
        json.WriteNumber("bytes_per_second", (long)step.BytesPerSecond);
        json.WriteNumber("slowest_stream", (long)step.SlowestStream);
        json.WriteNumber("fastest_stream", (long)step.FastestStream);
        json.WriteBoolean("settled", step.IsSettled);
        json.WriteSeconds("round_trip_seconds", step.RoundTrip, digits: 6);
        json.WriteNumber("packets", step.Packets);
        json.WriteNumber("packets_out_of_order", step.PacketsOutOfOrder);
        json.WriteNumber("receive_window", step.ReceiveWindow);
        json.WriteNumber("cpu_share", Math.Round(step.CpuShare, 3));
        json.WriteNumber("restarts", step.Restarts);
        json.WriteNumber("bytes_fetched", step.Bytes);
        json.WriteSeconds("elapsed_seconds", step.Elapsed, digits: 6);
        json.WriteEndObject();
    }
}
