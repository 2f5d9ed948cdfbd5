using System.Text.Json;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Probing;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>A probe as one line of JSON. Names are stable; docs/cli.md lists them and a test compares.</summary>
internal static class ProbeJson
{
    /// <summary>What <c>--dry-run</c> prints.</summary>
    public static string Plan(ProbePlan plan) => JsonLine.Of(json =>
    {
        json.WriteString("type", "probe_plan");
        json.WriteString("source", plan.Source.ToString());
        json.WriteStartArray("steps");
        foreach (var streams in plan.Steps) json.WriteNumberValue(streams);
        json.WriteEndArray();
        json.WriteNumber("max_sessions", plan.MostSessions);
        json.WriteNumber("max_refusals", plan.MostRefusals);
        json.WriteNumber("max_bytes_per_step", plan.MostBytesPerStep);
        Seconds(json, "time_limit_seconds", plan.TimeLimit);
        json.WriteString("folder", plan.Folder);
        json.WriteNumber("max_disk_bytes", plan.MostDiskBytes);
    });

    /// <summary>The report.</summary>
    public static string Report(ProbeReport report, string command) => JsonLine.Of(json =>
    {
        json.WriteString("type", "probe");
        json.WriteString("source", report.Source.ToString());
        Server(json, report.Server);
        Path(json, report.Path);
        json.WriteStartArray("steps");
        foreach (var step in report.Steps) Step(json, step);
        json.WriteEndArray();
        json.WriteString("stop", JsonLines.Name(report.Stop));
        Number(json, "max_connections", report.Ceiling);
        json.WriteNumber("refusals", report.Refusals);
        Number(json, "disk_bytes_per_second", (long?)report.DiskRate);
        json.WriteString("limit", JsonLines.Name(report.Verdict.Limit));
        json.WriteString("stream_limit", JsonLines.Name(report.Verdict.StreamLimit));
        json.WriteNumber("stream_bytes_per_second", (long)report.Verdict.StreamRate);
        Number(json, "stream_window", report.Verdict.StreamWindow);
        json.WriteNumber("best_bytes_per_second", (long)report.Verdict.BestRate);
        Number(json, "recommended_streams", report.Verdict.Streams);
        json.WriteBoolean("may_grow", report.Verdict.MayGrow);
        json.WriteString("command", command);
        json.WriteStartArray("explanation");
        foreach (var sentence in ProbeVerdictText.Sentences(report)) json.WriteStringValue(sentence);
        json.WriteEndArray();
        json.WriteStartArray("notes");
        foreach (var note in report.Notes) json.WriteStringValue(note);
        json.WriteEndArray();
        json.WriteNumber("bytes_fetched", report.Bytes);
        Seconds(json, "elapsed_seconds", report.Elapsed);
    });

    /// <summary>Why there is no report.</summary>
    public static string Problem(TransferSource source, TransferException problem) => JsonLine.Of(json =>
    {
        json.WriteString("type", "probe_problem");
        json.WriteString("source", source.ToString());
        json.WriteString("failure", JsonLines.Name(problem.Kind));
        json.WriteNumber("exit_code", ExitCodes.For(problem.Kind).Value);
        json.WriteString("message", problem.Message);
    });

    private static void Server(Utf8JsonWriter json, ProbeServer server)
    {
        json.WriteString("greeting", server.Greeting);
        json.WriteString("system", server.System);
        json.WriteStartArray("claims");
        foreach (var claim in server.Claims) json.WriteStringValue(claim);
        json.WriteEndArray();
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
        Number(json, "size", server.Size);
        json.WriteString("modified", server.Modified);
    }

    private static void Path(Utf8JsonWriter json, ProbePath path)
    {
        Seconds(json, "greeted_seconds", path.Greeted);
        Seconds(json, "logged_in_seconds", path.LoggedIn);
        Seconds(json, "first_byte_seconds", path.FirstByte);
        Seconds(json, "round_trip_seconds", path.RoundTrip);
        Seconds(json, "median_round_trip_seconds", path.MedianRoundTrip);
        Seconds(json, "tcp_round_trip_seconds", path.TcpRoundTrip);
        Number(json, "path_mtu", path.PathMtu);
        Number(json, "max_segment", path.MaxSegment);
    }

    private static void Step(Utf8JsonWriter json, ProbeStep step)
    {
        json.WriteStartObject();
        json.WriteNumber("streams", step.Streams);
        json.WriteNumber("bytes_per_second", (long)step.BytesPerSecond);
        json.WriteNumber("slowest_stream", (long)step.SlowestStream);
        json.WriteNumber("fastest_stream", (long)step.FastestStream);
        json.WriteBoolean("settled", step.IsSettled);
        Seconds(json, "round_trip_seconds", step.RoundTrip);
        Number(json, "packets", step.Packets);
        Number(json, "packets_out_of_order", step.PacketsOutOfOrder);
        Number(json, "receive_window", step.ReceiveWindow);
        json.WriteNumber("cpu_share", Math.Round(step.CpuShare, 3));
        json.WriteNumber("restarts", step.Restarts);
        json.WriteNumber("bytes_fetched", step.Bytes);
        Seconds(json, "elapsed_seconds", step.Elapsed);
        json.WriteEndObject();
    }

    private static void Number(Utf8JsonWriter json, string name, long? value)
    {
        if (value is { } number) json.WriteNumber(name, number);
        else json.WriteNull(name);
    }

    // To the microsecond: a round trip in a machine room is 0.0002 s.
    private static void Seconds(Utf8JsonWriter json, string name, TimeSpan? time)
    {
        if (time is { } value) json.WriteNumber(name, Math.Round(value.TotalSeconds, 6));
        else json.WriteNull(name);
    }
}
