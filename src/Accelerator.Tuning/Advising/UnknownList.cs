using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>Lists what could not be determined. It counts neither for nor against the computer.</summary>
public static class UnknownList
{
    /// <summary>Returns a sentence for each unknown value.</summary>
    public static IEnumerable<string> Of(Exam exam)
    {
        var unread =
            from passed in exam.Plan.PassedOver
            where passed.Now is SettingReading.Unknown
            group passed.Target.ToString() by ((SettingReading.Unknown)passed.Now).Reason;
        foreach (var reason in unread) yield return $"{string.Join(", ", reason)}: {reason.Key}.";
        if (exam.Window is null) yield return "The data that one stream can have in flight: the relevant settings could not be read.";
        if (exam.BitsPerSecond is null) yield return "The speed of the link: no adapter reports it. Give it with --bandwidth 10G.";
        if (exam.Path is { Failure: null, Mtu: { Evidence: MtuEvidence.Unknown or MtuEvidence.Silent, Reason: { Length: > 0 } reason2 } })
            yield return $"The largest packet that the path carries: {reason2}";
        if (PowerPlan(exam) is { } plan) yield return $"The power plan: {plan}.";
        if (exam.Antivirus is { Reason.Length: > 0 } antivirus) yield return $"The antivirus program: {antivirus.Reason}.";
        if (exam.DiskProblem.Length > 0) yield return $"The speed of the disk: {exam.DiskProblem}";
    }

    // If the profile contains the power plan, it is already listed among the settings.
    private static string? PowerPlan(Exam exam)
    {
        if (exam.Snapshot.Host.Platform != HostPlatform.Windows
            || exam.Plan.Profile.Settings.Any(wanted => wanted.Setting.Id == "power.plan"))
            return null;
        return (exam.Snapshot[new SettingTarget(SettingCatalogue.Find("power.plan")!, null)] as SettingReading.Unknown)?.Reason;
    }
}
