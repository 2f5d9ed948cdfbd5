using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Exporting;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>The advice for harmful settings, and for all changes of the profile except TCP windows.</summary>
internal static class SettingAdvice
{
    private const long Fast = 10_000_000_000;
    private const double Hardly = 1.02;
    private const string Afd = @"HKLM\SYSTEM\CurrentControlSet\Services\AFD\Parameters";

    public static IEnumerable<Advice> Of(Exam exam)
    {
        // If the network path is known, leave out the adapters that do not carry it.
        // The file for the next start goes with the settings in it.
        var steps = exam.Plan.Steps.Where(step => step.Target.Setting.Place is not SettingPlace.BootFile).Where(
            step => step.Target.Adapter is not { } adapter || exam.Carrier is not { } carrier || adapter.Key == carrier.Key);
        var changes =
            from step in steps
            where !WindowAdvice.Covers(step.Target.Setting.Id, exam)
            group step by step.Target.Setting.Id into same
            let all = same.ToList()
            select new Advice(same.Key, What(all), all[0].Wanted.Reason, Command(exam, all),
                Gain(same.Key, all[0].Now.Value, exam.BitsPerSecond >= Fast));
        return [.. changes, .. Harm(exam), .. Saver(exam)];
    }

    /// <summary>Returns a sentence with the changes of one setting.</summary>
    public static string What(IReadOnlyList<PlannedStep> steps)
    {
        var (step, setting) = (steps[0], steps[0].Target.Setting);
        var where = steps.Select(step => step.Target.Adapter?.Name).OfType<string>().ToList();
        var from = step.Now is SettingReading.Known known ? $" from {known}" : "";
        var needs = setting.Needs.HasFlag(SettingNeeds.AdapterRestart)
            ? " It takes effect when the adapter restarts."
            : setting.Needs.HasFlag(SettingNeeds.Reboot) ? " It takes effect after a restart." : "";
        return $"Set {setting.Id} ({setting.Title.Split(" (")[0]}){from} to "
            + $"{step.Value}{(where.Count == 0 ? "" : $" on {string.Join(" and ", where)}")}.{needs}";
    }

    /// <summary>
    /// Returns the command for the changes: on Windows the whole profile, because that is journaled and can be rolled back; on Linux one
    /// command for each.
    /// </summary>
    public static string Command(Exam exam, IReadOnlyList<PlannedStep> steps) =>
        exam.Snapshot.Host.Platform == HostPlatform.Linux
            ? string.Join(" && ", steps.Select(step => ShellCommand.For(step.Target, step.Value)))
            : $"ftpx tune apply {exam.Plan.Profile.Id}";

    private static IEnumerable<Advice> Harm(Exam exam) =>
        exam.Plan.Findings.Any(finding => finding.Target.Setting.Id == "harm.default-send-window")
            ? [new Advice("harm.default-send-window", "Delete DefaultSendWindow from the registry, and restart the computer.",
                "A fixed send buffer for every socket does not grow with the path, and slows what this computer sends.",
                $"reg delete {Afd} /v DefaultSendWindow /f", 1.05)]
            : [];

    // Profiles for computers with other work do not change the power plan. A power-saving plan is reported for them, too.
    private static IEnumerable<Advice> Saver(Exam exam)
    {
        const string Plan = "power.plan";
        if (exam.Snapshot.Host.Platform != HostPlatform.Windows || exam.Plan.Steps.Any(step => step.Target.Setting.Id == Plan)) return [];
        return exam.Snapshot[new SettingTarget(SettingCatalogue.Find(Plan)!, null)].Value == "saver"
            ? [new Advice(Plan, "Choose the balanced power plan.", "The power saver plan keeps processors and buses at their lowest speed.",
                "powercfg /setactive SCHEME_BALANCED", Gain(Plan, "saver", isFast: false))]
            : [];
    }

    // The estimated slowdown that a wrong setting causes in a transfer limited by it. The estimates only order the advice; only the gain of
    // TCP windows is calculated. A few Gbit/s of received packets saturate one processor (Microsoft's guide to adapters, the kernel's
    // scaling.rst), so settings that spread the packets, or reduce their number, matter on links of 10 Gbit/s and hardly on slower ones.
    private static double Gain(string setting, string? now, bool isFast) => setting switch
    {
        "tcp.rss" or "nic.rss" => isFast ? 3 : 1.2,
        "nic.rss-queues" or "linux.queues" => isFast ? 1.5 : Hardly,
        "tcp.rsc" or "nic.rsc4" or "nic.rsc6" or "linux.gro" => isFast ? 1.3 : 1.05,
        "nic.receive-buffers" or "linux.receive-ring" => isFast ? 1.3 : Hardly,
        "tcp.task-offload" => 1.3,
        // On Windows 11 24H2, BBR2 stalls connections within the computer. For received data, the server's provider counts.
        "tcp.provider" when now == "bbr2" => 1.3,
        // Without SACK, each loss costs a whole window.
        "linux.sack" => 1.5,
        "power.plan" when now == "saver" => 1.4,
        "power.plan" or "linux.governor" or "nic.interrupt-moderation" => isFast ? 1.2 : Hardly,
        "linux.backlog" => isFast ? 1.1 : Hardly,
        "tcp.chimney" or "tcp.force-window-scaling" => 1.05,
        _ => 1.01,
    };
}
