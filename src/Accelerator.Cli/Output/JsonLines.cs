using System.Text.Json;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>
/// Writes the members of the JSON lines of a transfer. Names are stable; docs/json.md lists them and a test compares the two.
/// </summary>
internal static class JsonLines
{
    /// <summary>Returns the JSON name of an enum value: <c>RestNotHonoured</c> is <c>rest_not_honoured</c>.</summary>
    public static string Name<T>(T value) where T : struct, Enum => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());

    /// <inheritdoc cref="Name{T}(T)"/>
    public static string? Name<T>(T? value) where T : struct, Enum => value is { } known ? Name(known) : null;

    public static void Plan(Utf8JsonWriter json, TransferPlan plan)
    {
        json.WriteString("type", "plan");
        json.WriteString("source", plan.Item.Sources[0].ToString());
        json.WriteStrings("replicas", plan.Item.Sources.Skip(1).Select(source => source.ToString()));
        json.WriteStrings("paths", plan.LocalPaths.OfType<LocalPath>().Select(path => path.Name));
        json.WriteString("remote_name", plan.Item.Sources[0].Path.Name);
        json.WriteString("target", plan.Item.TargetPath);
        json.WriteNumber("size", plan.Identity.Size);
        if (plan.ModifiedUtc is { } modified) json.WriteString("modified", modified.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'"));
        else json.WriteNull("modified");
        json.WriteNumber("bytes_reused", plan.BytesReused);
        json.WriteNumber("streams", plan.InitialStreams);
        json.WriteNumber("max_streams", plan.MaxStreams);
        json.WriteBoolean("segmented", plan.Segmented);
        json.WriteStartArray("ranges");
        foreach (var range in plan.Ranges) Range(json, range.Start, range.End);
        json.WriteEndArray();
        if (plan.ServerHashes is { } hashes)
        {
            json.WriteStrings("server_hashes", hashes);
        }
        if (plan.Companions is { } companions) json.WriteStrings("companions", companions);
        json.WriteString("verify", plan.Verify.Given is { } given ? Name(given.Kind) : Name(plan.Verify.Mode));
        json.WriteString("verify_sha256", plan.Verify.Given is { Kind: HashKind.Sha256 } sha256 ? sha256.Value : null);
        json.WriteString("verify_digest", plan.Verify.Given?.Value);
        json.WriteBoolean("unbuffered", plan.Unbuffered);
        json.WriteNumber("most_buffer_bytes", plan.MostBufferBytes);
    }

    public static void Progress(Utf8JsonWriter json, TransferSnapshot snapshot, bool detail)
    {
        json.WriteString("type", "progress");
        json.WriteSeconds("elapsed_seconds", snapshot.Elapsed);
        json.WriteString("phase", Name(snapshot.Phase));
        json.WriteNumber("bytes_done", snapshot.BytesDone);
        json.WriteNumber("bytes_total", snapshot.BytesTotal);
        json.WriteNumber("bytes_fetched", snapshot.BytesFetched);
        json.WriteNumber("bytes_per_second", Whole(snapshot.BytesPerSecond));
        json.WriteSeconds("remaining_seconds", snapshot.Remaining);
        json.WriteNumber("files_done", snapshot.FilesDone);
        json.WriteNumber("files_total", snapshot.FilesTotal);
        json.WriteString("file", snapshot.CurrentFile);
        json.WriteNumber("active_streams", snapshot.ActiveStreams);
        json.WriteNumber("wanted_streams", snapshot.WantedStreams);
        Routes(json, snapshot.Routes);
        if (!detail) return;

        json.WriteStartArray("streams");
        foreach (var stream in snapshot.Streams) Stream(json, stream);
        json.WriteEndArray();
    }

    public static void Decision(Utf8JsonWriter json, StreamDecision decision)
    {
        json.WriteString("type", "decision");
        json.WriteSeconds("elapsed_seconds", decision.Elapsed);
        json.WriteNumber("before", decision.Before);
        json.WriteNumber("after", decision.After);
        json.WriteNumber("bytes_per_second", Whole(decision.BytesPerSecond));
        json.WriteString("why", decision.Why);
    }

    public static void Warning(Utf8JsonWriter json, string kind, string message)
    {
        json.WriteString("type", "warning");
        json.WriteString("kind", kind);
        json.WriteString("message", message);
    }

    public static void Result(Utf8JsonWriter json, FileResult result)
    {
        json.WriteString("type", "result");
        json.WriteString("source", result.Source);
        json.WriteString("target", result.TargetPath);
        var code = ExitCodes.For(result);
        json.WriteOutcome(code);
        json.WriteString("message", result.Message);
        json.WriteBoolean("was_there", result.WasThere);
        json.WriteBoolean("left_out", result.LeftOut);
        json.WriteNumber("size", result.Size);
        json.WriteNumber("bytes_fetched", result.BytesFetched);
        json.WriteNumber("bytes_reused", result.BytesReused);
        json.WriteSeconds("elapsed_seconds", result.Elapsed);
        json.WriteSeconds("verify_seconds", result.VerifyElapsed);
        json.WriteNumber("peak_streams", result.PeakStreams);
        json.WriteString("proven_by", result.VerifiedBy);
        json.WriteString("assurance", Name(result.Assurance));
        json.WriteStrings("trusted_sources", result.TrustedSources);
        json.WriteString("sha256", result.Sha256);
        json.WriteBoolean("can_resume", result.CanResume);
        json.WriteBoolean("unbuffered", result.Unbuffered);
        json.WriteString("why_buffered", result.WhyBuffered);
    }

    public static void RouteResult(Utf8JsonWriter json, IReadOnlyList<RouteShare> routes)
    {
        json.WriteString("type", "lanes");
        Routes(json, routes);
    }

    /// <summary>Writes the contribution of each source over each local path; empty if there is one of each.</summary>
    public static void Routes(Utf8JsonWriter json, IReadOnlyList<RouteShare> routes)
    {
        json.WriteStartArray("lanes");
        foreach (var route in routes)
        {
            json.WriteStartObject();
            json.WriteString("source", route.Source);
            json.WriteString("path", route.Path);
            json.WriteNumber("bytes_fetched", route.BytesFetched);
            json.WriteNumber("bytes_per_second", Whole(route.BytesPerSecond));
            json.WriteNumber("streams", route.Streams);
            json.WriteBoolean("silent", route.IsSilent);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void Stream(Utf8JsonWriter json, StreamSnapshot stream)
    {
        json.WriteStartObject();
        json.WriteNumber("slot", stream.Slot);
        json.WriteString("state", Name(stream.State));
        json.WriteString("file", stream.FileName);
        json.WriteNumber("start", stream.Start);
        json.WriteNumber("position", stream.Position);
        json.WriteNumber("end", stream.End == long.MaxValue ? null : stream.End);
        json.WriteNumber("bytes_per_second", Whole(stream.BytesPerSecond));
        json.WriteEndObject();
    }

    private static void Range(Utf8JsonWriter json, long start, long end)
    {
        json.WriteStartObject();
        json.WriteNumber("start", start);
        json.WriteNumber("end", end == long.MaxValue ? null : end);
        json.WriteEndObject();
    }

    private static long Whole(double value) => double.IsFinite(value) ? (long)Math.Clamp(value, 0, 1e18) : 0;
}
