using System.Text.Json;
using Accelerator.Cli.Output;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;

namespace Accelerator.Cli.Tune;

/// <summary>Writes settings, plans and journals as lines of JSON, in the schema of docs/json.md.</summary>
internal static class TuneJson
{
    public static string Setting(Setting setting) => JsonLine.Of("tune_setting", json =>
    {
        json.WriteString("id", setting.Id);
        json.WriteString("title", setting.Title);
        json.WriteString("platform", setting.Place.Platform == HostPlatform.Linux ? "linux" : "windows");
        json.WriteString("place", PlaceText.For(setting.Place).Replace("`", "", StringComparison.Ordinal));
        json.WriteString("values", setting.Values.ToString());
        json.WriteStrings("defaults",
            setting.Defaults.Select(usual => usual.Systems.Length == 0 ? usual.Value : $"{usual.Systems}: {usual.Value}"));
        json.WriteString("effect", setting.Effect);
        json.WriteString("helps", setting.Helps);
        json.WriteString("hurts", setting.Hurts);
        json.WriteStrings("needs", Needs(setting));
        json.WriteString("never_written", setting.NeverWritten);
        json.WriteStrings("sources", setting.Sources);
    });

    public static string State(SettingTarget target, SettingReading reading) => JsonLine.Of("tune_state", json =>
    {
        json.WriteString("target", target.ToString());
        json.WriteString("adapter", target.Adapter?.Name);
        WriteReading(json, reading);
        json.WriteString("reason", reading switch
        {
            SettingReading.Unknown unknown => unknown.Reason,
            SettingReading.ByPolicy policy => policy.Source,
            _ => null,
        });
    });

    public static string Step(PlannedStep step) => JsonLine.Of("tune_step", json =>
    {
        json.WriteString("target", step.Target.ToString());
        WriteReading(json, step.Now);
        json.WriteString("after", step.Value);
        json.WriteString("reason", step.Wanted.Reason);
    });

    public static string Left(PassedOver passed) => JsonLine.Of("tune_left", json =>
    {
        json.WriteString("target", passed.Target.ToString());
        WriteReading(json, passed.Now);
        json.WriteString("reason", passed.Why);
    });

    public static string Found(Finding finding) => JsonLine.Of("tune_found", json =>
    {
        json.WriteString("target", finding.Target.ToString());
        WriteReading(json, finding.Now);
        json.WriteString("reason", finding.Why);
    });

    public static string Journal(TuningJournal journal) => JsonLine.Of("tune_journal", json =>
    {
        json.WriteString("id", journal.Id);
        json.WriteString("profile", journal.Profile);
        json.WriteNumber("changes", journal.Steps.Count);
        json.WriteBoolean("in_force", journal.IsInForce);
        json.WriteTime("confirm_by", journal.ConfirmBy);
    });

    public static string Outcome(TuningOutcome outcome) => JsonLine.Of("tune_result", json =>
    {
        json.WriteString("id", outcome.Journal.Id);
        json.WriteBoolean("done", outcome.IsDone);
        json.WriteStrings("unverified",
            outcome.Journal.Steps.Where(step => step.State == StepState.Unverified).Select(step => step.Target));
        json.WriteStrings("problems", outcome.Problems);
    });

    private static IEnumerable<string> Needs(Setting setting)
    {
        if (setting is { Place.Platform: HostPlatform.Windows, NeverWritten: null }) yield return "elevation";
        if (setting.Needs.HasFlag(SettingNeeds.NewConnections)) yield return "new_connections";
        if (setting.Needs.HasFlag(SettingNeeds.AdapterRestart)) yield return "adapter_restart";
        if (setting.Needs.HasFlag(SettingNeeds.Reboot)) yield return "reboot";
    }

    private static void WriteReading(Utf8JsonWriter json, SettingReading reading)
    {
        json.WriteString("now", reading.Value);
        json.WriteString("state", reading switch
        {
            SettingReading.Known => "known",
            SettingReading.Absent => "absent",
            SettingReading.Unsupported => "unsupported",
            SettingReading.ByPolicy => "policy",
            SettingReading.Fixed => "read_only",
            _ => "unknown",
        });
    }
}
