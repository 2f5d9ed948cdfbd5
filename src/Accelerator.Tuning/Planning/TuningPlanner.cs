using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Planning;

/// <summary>Compares a profile with the settings read from a computer. Changes nothing.</summary>
public static class TuningPlanner
{
    /// <summary>Creates a plan.</summary>
    /// <param name="profile">The profile.</param>
    /// <param name="snapshot">The computer's settings.</param>
    /// <param name="carrier">The adapter that carries the path to the peer; null if no peer was named.</param>
    /// <exception cref="FormatException">The profile is not for this computer; the message gives the computers it is for.</exception>
    public static TuningPlan Make(TuningProfile profile, HostSnapshot snapshot, AdapterFacts? carrier = null)
    {
        Refuse(profile, snapshot.Host);
        var steps = new List<PlannedStep>();
        var same = new List<SettingTarget>();
        var passed = new List<PassedOver>();
        foreach (var wanted in profile.Settings)
        {
            foreach (var target in SettingTarget.Of(wanted.Setting, snapshot.Host))
            {
                var now = snapshot[target];
                if (WhyNot(wanted, target, now, snapshot.Host, carrier) is { } why) passed.Add(new PassedOver(target, now, why));
                else if (Resolve(wanted, target, snapshot.Host) is var value && IsAsWanted(now, value, wanted)) same.Add(target);
                else steps.Add(new PlannedStep(target, now, value, wanted));
            }
        }
        steps = [.. steps.OrderBy(step => step.Target.Adapter?.Key, StringComparer.Ordinal)];
        BootFilePlan.Add(steps, passed, snapshot);
        return new TuningPlan(profile, steps, same, passed, Find(snapshot));
    }

    /// <summary>Returns the values found that are never written: obsolete ones, harmful ones, policies.</summary>
    public static IReadOnlyList<Finding> Find(HostSnapshot snapshot) =>
    [
        .. from setting in SettingCatalogue.All
           where setting.NeverWritten is not null
           from target in SettingTarget.Of(setting, snapshot.Host)
           let now = snapshot[target]
           where now.Value is { } value && !setting.Defaults.Any(usual => usual.Value == value)
           select new Finding(target, now, setting.NeverWritten!),
    ];

    private static void Refuse(TuningProfile profile, HostFacts host)
    {
        if (profile.Platform is { } platform && platform != host.Platform)
            throw new FormatException($"The profile {profile.Id} is for {platform}, and this computer runs {host.Platform}.");
        if (host.Platform != HostPlatform.Windows) return;
        if (profile.IsServer is { } wantsServer && wantsServer != host.IsServer)
            throw new FormatException(
                $"The profile {profile.Id} is for {(wantsServer ? "Windows Server" : "Windows 10 and 11")}, "
                    + $"and this computer runs {(host.IsServer ? "Windows Server" : "a desktop edition")}.");
        if (host.Build < profile.LeastBuild)
            throw new FormatException(
                $"The profile {profile.Id} is for build {profile.LeastBuild} of Windows and later, and this is build {host.Build}.");
    }

    private static string? WhyNot(
        ProfileSetting wanted, SettingTarget target, SettingReading now, HostFacts host, AdapterFacts? carrier)
    {
        var setting = wanted.Setting;
        if (target.Adapter is { IsVirtual: true } && target.Adapter.Key != carrier?.Key)
            return "it is a virtual interface, and no peer was named to which it carries the path (--peer HOST)";
        if (Missing(wanted, host.Kernel) is { } missing) return missing;
        if (setting.IsServerOnly && !host.IsServer) return "only server editions let it be changed";
        if (host.Build < Math.Max(setting.LeastBuild, wanted.LeastBuild))
            return $"it is for build {Math.Max(setting.LeastBuild, wanted.LeastBuild)} of Windows and later";
        if (host.Processors < wanted.LeastProcessors) return $"it is for {wanted.LeastProcessors} processors and more";
        if (wanted.OnPathOnly && target.Adapter?.Key != carrier?.Key)
            return carrier is null ? "no peer was named (--peer HOST)" : "it does not carry the path to the peer";
        return now switch
        {
            SettingReading.Unsupported => "it is not there",
            SettingReading.Fixed when !IsAsWanted(now, wanted.Value, wanted) =>
                "this network namespace cannot change it: run ftpx outside of the container",
            SettingReading.ByPolicy policy => $"a group policy decides ({policy.Source})",
            // A place that cannot be read is written all the same, and reported as unverified.
            SettingReading.Unknown unknown when setting.Place is not SettingPlace.Unread => $"it could not be read ({unknown.Reason})",
            SettingReading.Known known when !CanBeRestored(setting, known.Text) =>
                $"its present value ({known}) could not be restored",
            _ when wanted.OnlyFrom.Count > 0 && !wanted.OnlyFrom.Contains(now.Value ?? "") =>
                $"it is changed only from {string.Join(" or ", wanted.OnlyFrom)}",
            _ => DriverRefusal(wanted, target, host),
        };
    }

    private static bool CanBeRestored(Setting setting, string value) =>
        setting.Netsh is not null ? setting.Values.Problem(value) is null
        : setting.Place.Platform != HostPlatform.Linux || CodedText.CanBeSetBack(setting.Values, value);

    private static string? Missing(ProfileSetting wanted, KernelFacts kernel)
    {
        if (wanted.Setting.Values.ModuleOf(wanted.Value) is not { } module || kernel.Has(module) is not false) return null;
        var others = wanted.Setting.Id == "linux.congestion" && kernel.CongestionControls.Count > 0
            ? $"; it has {string.Join(", ", kernel.CongestionControls)}" : "";
        return $"this kernel has no {module}{others}. Install its package of extra modules, if the distribution has one, "
            + "or use a profile of your own";
    }

    private static bool IsAsWanted(SettingReading now, string value, ProfileSetting wanted) =>
        now.Value == value
        || (wanted.AtLeast && long.TryParse(now.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number >= Number(value));

    private static string? DriverRefusal(ProfileSetting wanted, SettingTarget target, HostFacts host)
    {
        var limits = LimitsOf(target);
        if (wanted.Setting.Values is AllowedValues.Named words)
            return limits is { Listed.Count: > 0 } && !limits.Takes(words.CodeFor(wanted.Value))
                ? $"the driver does not accept {wanted.Value}" : null;
        if (wanted.Setting.Values is not AllowedValues.DriverNumbers values) return null;
        if (limits is null) return "the driver does not report what it accepts";
        return Taken(limits, wanted, host) is null ? $"the driver accepts {limits} {values.Unit}" : null;
    }

    private static string Resolve(ProfileSetting wanted, SettingTarget target, HostFacts host) =>
        target is { Setting.Values: AllowedValues.PerObject { One: AllowedValues.ProcessorLists }, Adapter: { } adapter }
            ? InterruptPlan.Resolve(wanted.Value, adapter.Hardware, host.Processors)
        : wanted.Setting.Values is AllowedValues.DriverNumbers && LimitsOf(target) is { } limits
            ? Taken(limits, wanted, host)!.Value.ToString(CultureInfo.InvariantCulture) : wanted.Value;

    // Returns the number itself, or null if the driver does not accept it; for an upper bound, the largest accepted number within it.
    private static long? Taken(DriverLimits limits, ProfileSetting wanted, HostFacts host)
    {
        if (wanted.Value == AllowedValues.DriverNumbers.Most)
            return limits.HighestUpTo(wanted.AtMostProcessors ? host.Processors : limits.Most);
        if (wanted.AtMostProcessors && Number(wanted.Value) > host.Processors) return limits.HighestUpTo(host.Processors);
        return limits.Takes(Number(wanted.Value)) ? Number(wanted.Value) : null;
    }

    private static DriverLimits? LimitsOf(SettingTarget target) =>
        target is { Adapter: { } adapter, Setting.Place.DriverName: { } name } ? adapter.Limits.GetValueOrDefault(name) : null;

    private static long Number(string value) => long.Parse(value, NumberStyles.None, CultureInfo.InvariantCulture);
}
