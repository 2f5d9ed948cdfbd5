using Accelerator.Cli.Output;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;

namespace Accelerator.Cli.Tune;

/// <summary>Formats settings, plans and journals as text.</summary>
internal static class TuneText
{
    /// <summary>The catalogue, without the settings that are never written.</summary>
    public static TextTable Catalogue() => new(
        null,
        ["setting", "title", "values"],
        [.. SettingCatalogue.All.Where(setting => setting.NeverWritten is null)
            .Select(setting => new[] { setting.Id, setting.Title, setting.Values.ToString() })]);

    /// <summary>
    /// The current settings of a computer. Settings that are never written appear only where they differ from the Windows default.
    /// </summary>
    public static TextTable State(HostSnapshot snapshot)
    {
        var findings = TuningPlanner.Find(snapshot).ToDictionary(finding => finding.Target.ToString(), finding => finding.Why);
        return new TextTable(
            null,
            ["setting", "now", "default", "remark"],
            [
                .. from setting in SettingCatalogue.All
                   from target in SettingTarget.Of(setting, snapshot.Host)
                   where setting.NeverWritten is null || findings.ContainsKey(target.ToString())
                   select new[] { target.ToString(), Short(target, snapshot[target].ToString()), Usual(setting),
                       findings.GetValueOrDefault(target.ToString()) is { } why ? $"never written: {why}" : target.Adapter?.Name ?? "" },
            ]);
    }

    /// <summary>The changes of a plan, the settings that it leaves unchanged, and other findings.</summary>
    public static IEnumerable<TextTable> Plan(TuningPlan plan)
    {
        if (plan.Steps.Count > 0)
            yield return new TextTable("Changes", ["setting", "now", "new", "why"],
                [.. plan.Steps.Select(step => new[] { step.Target.ToString(), Short(step.Target, step.Now.ToString()),
                    Short(step.Target, step.Value), step.Wanted.Reason })]);
        if (plan.PassedOver.Count > 0)
            yield return new TextTable(
                "Skipped", ["setting", "now", "why"],
                [.. plan.PassedOver.Select(
                    passed => new[] { passed.Target.ToString(), passed.Now is SettingReading.Unknown ? "unknown" : passed.Now.ToString(),
                        passed.Why })]);
        if (plan.Findings.Count > 0)
            yield return new TextTable("Also found", ["setting", "now", "note"],
                [.. plan.Findings.Select(finding => new[] { finding.Target.ToString(), finding.Now.ToString(), finding.Why })]);
    }

    /// <summary>A plan in one or two sentences.</summary>
    public static string Sum(TuningPlan plan)
    {
        var changes = plan.Steps.Count == 0 ? "Nothing to change" : $"{Format.Count(plan.Steps.Count, "change")}";
        var restarts = plan.Restarts.Count == 0
            ? "" : $" Some take effect when {string.Join(", ", plan.Restarts.Select(adapter => adapter.Name))} is restarted "
                + "(--restart-adapters), which interrupts the link for some seconds.";
        var reboot = plan.NeedsReboot ? " The computer must be restarted." : "";
        return $"{changes}; {plan.Same.Count} already correct, {plan.PassedOver.Count} skipped.{restarts}{reboot}";
    }

    /// <summary>The changes that were made, and how certain the outcome is.</summary>
    public static string Done(TuningJournal journal)
    {
        var unread = journal.Steps.Where(step => step.State == StepState.Unverified).Select(step => step.Target).ToList();
        return unread.Count == 0 ? "Changed and verified."
            : $"Changed; {string.Join(", ", unread)} could not be verified, because nothing reads "
                + $"{(unread.Count == 1 ? "it" : "them")} back.";
    }

    /// <summary>All tunings, the latest last.</summary>
    public static TextTable History(IReadOnlyList<TuningJournal> journals) => new(
        null,
        ["tuning", "profile", "changes", "state"],
        [.. journals.Select(journal =>
            new[] { journal.Id, journal.Profile, $"{journal.Steps.Count}", !journal.IsInForce ? "rolled back"
                : journal.ConfirmBy is { } due ? $"in force until {due:yyyy-MM-dd HH:mm:ss} UTC unless confirmed" : "in force" })]);

    // The lines are the settings above them in the table.
    private static string Short(SettingTarget target, string value) =>
        target.Setting.Place is SettingPlace.BootFile && value.Split("; ") is { Length: > 1 } lines ? $"{lines.Length} lines" : value;

    private static string Usual(Setting setting) => setting.Defaults is [{ Systems: "" } only] ? only.Value : "by version";
}
