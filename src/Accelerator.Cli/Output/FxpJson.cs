using System.Text.Json;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>Writes the JSON lines of <c>ftpx fxp</c>; docs/json.md has the schema.</summary>
internal static class FxpJson
{
    public static void Plan(Utf8JsonWriter json, FxpPlan plan, FxpRequest request)
    {
        json.WriteString("type", "fxp_plan");
        json.WriteString("source", request.Source.Describe(plan.Item.From));
        json.WriteString("destination", request.Destination.Describe(plan.Item.To));
        json.WriteString("part", request.Destination.Describe(plan.Part));
        json.WriteNumber("size", plan.Size);
        json.WriteString("modified", plan.Modified);
        json.WriteNumber("offset", plan.Offset);
        json.WriteNumber("segments", plan.Segments?.Pieces.Count ?? 1);
        json.WriteNumber("bytes_to_send", plan.BytesToSend);
        json.WriteBoolean("relayed", plan.IsRelayed);
        json.WriteString("passive", JsonLines.Name(plan.Passive));
        json.WriteString("protection", JsonLines.Name(plan.Protection));
        json.WriteBoolean("must_hash", plan.MustHash || request.Verify.Mode == VerifyMode.Always);
        json.WriteStrings("hashes", plan.Hashes.Select(hash => hash.Name));
    }

    public static void Result(Utf8JsonWriter json, FxpFileResult result)
    {
        json.WriteString("type", "fxp_file");
        json.WriteString("source", result.Source);
        json.WriteString("destination", result.Destination);
        json.WriteBoolean("ok", result.Failure is null);
        json.WriteString("failure", JsonLines.Name(result.Failure));
        json.WriteNumber("exit_code", (result.Failure is { } kind ? ExitCodes.For(kind) : ExitCodes.Ok).Value);
        json.WriteString("message", result.Message);
        json.WriteNumber("size", result.Size);
        json.WriteBoolean("was_there", result.WasThere);
        json.WriteBoolean("left_out", result.LeftOut);
        json.WriteNumber("bytes_sent", result.BytesSent);
        json.WriteNumber("bytes_reused", result.BytesReused);
        json.WriteSeconds("elapsed_seconds", result.Elapsed);
        json.WriteString("proven_by", result.VerifiedBy);
        json.WriteString("assurance", JsonLines.Name(result.Assurance));
        json.WriteString("passive", JsonLines.Name(result.Passive));
        json.WriteBoolean("part_left", result.IsPartLeft);
    }

    public static void Problem(Utf8JsonWriter json, TransferException problem)
    {
        json.WriteString("type", "fxp_problem");
        json.WriteProblem(problem.Kind, problem.Message);
    }

    public static void Preview(Utf8JsonWriter json, FxpPreview preview)
    {
        json.WriteString("type", "fxp_preview");
        Numbers(json, preview.Summary, preview.Code);
        json.WriteNumber("planned_files", preview.Plans.Count);
        json.WriteNumber("planned_bytes", preview.Plans.Sum(plan => plan.BytesToSend));
        json.WriteStrings("new_folders", preview.NewFolders.Select(folder => preview.Run.Request.Destination.Describe(folder)));
    }

    public static void Summary(Utf8JsonWriter json, FxpSummary summary)
    {
        json.WriteString("type", "fxp_result");
        Numbers(json, summary, summary.Code);
        json.WriteNumber("copied_files", summary.Copied);
        json.WriteNumber("copied_bytes", summary.CopiedBytes);
        json.WriteNumber("bytes_sent", summary.BytesSent);
        json.WriteSeconds("elapsed_seconds", summary.Elapsed);
    }

    private static void Numbers(Utf8JsonWriter json, FxpSummary summary, ExitCode code)
    {
        json.WriteString("source", summary.Run.Request.Source.ToString());
        json.WriteString("destination", summary.Run.Request.Destination.ToString());
        json.WriteOutcome(code);
        json.WriteNumber("skipped_files", summary.Skipped);
        json.WriteNumber("skipped_bytes", summary.SkippedBytes);
        json.WriteNumber("failed", summary.Failed);
    }
}
