using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Accelerator.Tuning.Planning;

namespace Accelerator.Tuning.Exporting;

/// <summary>Writes a plan as one JSON document.</summary>
internal static class PlanDocument
{
    public static string Write(TuningPlan plan, string computer)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(
            bytes, new JsonWriterOptions { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
        {
            json.WriteStartObject();
            json.WriteString("profile", plan.Profile.Id);
            json.WriteString("computer", computer);
            json.WriteStartArray("changes");
            foreach (var step in plan.Steps) WriteStep(json, step);
            json.WriteEndArray();
            json.WriteStartArray("restart_adapters");
            foreach (var adapter in plan.Restarts) json.WriteStringValue(adapter.Id);
            json.WriteEndArray();
            json.WriteBoolean("reboot", plan.NeedsReboot);
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(bytes.ToArray());
    }

    private static void WriteStep(Utf8JsonWriter json, PlannedStep step)
    {
        json.WriteStartObject();
        json.WriteString("setting", step.Target.Setting.Id);
        json.WriteString("adapter", step.Target.Adapter?.Id);
        json.WriteString("now", step.Now.Value);
        json.WriteString("value", step.Value);
        json.WriteString("reason", step.Wanted.Reason);
        json.WriteEndObject();
    }
}
