using System.Text.Json;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Output;

/// <summary>
/// Writes the members of the JSON lines of a mirror. Names are stable; docs/json.md lists them and a test compares the two.
/// </summary>
internal static class MirrorJson
{
    public static void File(Utf8JsonWriter json, MirrorFetch fetch)
    {
        File(json, JsonLines.Name(fetch.Change), fetch.Path, fetch.Item.TargetPath, fetch.Size, fetch.Why);
        json.WriteBoolean("folder", false);
        json.WriteNumber("files", 1);
    }

    public static void File(Utf8JsonWriter json, string action, MirrorExtra extra)
    {
        File(json, action, extra.Path, extra.LocalPath, extra.Bytes, "");
        json.WriteBoolean("folder", extra.IsFolder);
        json.WriteNumber("files", extra.Files);
    }

    public static void Problem(Utf8JsonWriter json, MirrorProblem problem)
    {
        json.WriteString("type", "mirror_problem");
        json.WriteString("path", problem.Path);
        json.WriteProblem(problem.Kind, problem.Message);
    }

    public static void Plan(Utf8JsonWriter json, MirrorPlan plan, MirrorRequest request)
    {
        json.WriteString("type", "mirror_plan");
        json.WriteString("source", request.Source.ToString());
        json.WriteString("target", request.TargetRoot);
        json.WriteNumber("folders", plan.Folders);
        json.WriteNumber("new_files", plan.NewFiles);
        json.WriteNumber("new_bytes", plan.NewBytes);
        json.WriteNumber("changed_files", plan.ChangedFiles);
        json.WriteNumber("changed_bytes", plan.ChangedBytes);
        json.WriteNumber("same_files", plan.SameFiles);
        json.WriteNumber("same_bytes", plan.SameBytes);
        json.WriteNumber("extra_files", plan.ExtraFiles);
        json.WriteNumber("extra_bytes", plan.ExtraBytes);
        json.WriteNumber("young_files", plan.YoungFiles);
        json.WriteNumber("unwanted_files", plan.UnwantedFiles);
        json.WriteNumber("problems", plan.Problems.Count);
        json.WriteStrings("left_out", plan.LeftOut);
    }

    public static void Difference(Utf8JsonWriter json, MirrorPlan plan, ExitCode code)
    {
        json.WriteString("type", "diff_result");
        json.WriteBoolean("same", code.Value == ExitCodes.Ok.Value);
        json.WriteNumber("differences", plan.Fetches.Count + plan.ExtraFiles);
        json.WriteNumber("exit_code", code.Value);
    }

    public static void Result(Utf8JsonWriter json, MirrorResult result, ExitCode code)
    {
        var summary = MirrorSummary.Of(result);
        json.WriteString("type", "mirror_result");
        json.WriteOutcome(code);
        json.WriteNumber("files", summary.Files);
        json.WriteNumber("new_files", summary.New);
        json.WriteNumber("changed_files", summary.Changed);
        json.WriteNumber("same_files", summary.Same);
        json.WriteNumber("failed_files", summary.Failed);
        json.WriteNumber("files_to_come", summary.ToCome);
        json.WriteNumber("deleted_files", summary.Deleted);
        json.WriteNumber("deleted_bytes", result.Deleted.Sum(extra => extra.Bytes));
        json.WriteString("why_not_deleted", result.WhyNotDeleted);
        json.WriteNumber("problems", result.Problems.Count);
        json.WriteNumber("bytes_fetched", summary.BytesFetched);
        JsonLines.Routes(json, result.Routes);
        json.WriteSeconds("elapsed_seconds", result.Elapsed);
    }

    private static void File(Utf8JsonWriter json, string action, string path, string target, long? size, string why)
    {
        json.WriteString("type", "mirror_file");
        json.WriteString("action", action);
        json.WriteString("path", path);
        json.WriteString("target", target);
        json.WriteNumber("size", size);
        json.WriteString("why", why);
    }
}
