using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Planning;

/// <summary>Plans the file with which changed kernel settings survive a restart of Linux.</summary>
internal static class BootFilePlan
{
    private static readonly Setting File = SettingCatalogue.Find("linux.boot-file")!;

    /// <summary>
    /// Adds the change of the file to the steps, or the reason why it stays as it is; nothing if no kernel setting changes.
    /// </summary>
    public static void Add(List<PlannedStep> steps, List<PassedOver> passed, HostSnapshot snapshot)
    {
        var changed = steps.Where(step => step.Target.Setting.Place is SettingPlace.Sysctl).ToList();
        if (changed.Count == 0 || steps.Any(step => step.Target.Setting == File)) return;
        var target = new SettingTarget(File, null);
        var now = snapshot[target];
        if (now is SettingReading.Unknown unknown)
        {
            passed.Add(new PassedOver(target, now, $"{unknown.Reason}, so the changes last until the computer restarts"));
            return;
        }
        var lines = (now.Value ?? "").Split("; ", StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('='))
            .Select(pair => KeyValuePair.Create(pair[0], pair[1])).ToList();
        foreach (var step in changed)
        {
            var place = (SettingPlace.Sysctl)step.Target.Setting.Place;
            var i = lines.FindIndex(line => line.Key == place.Name);
            var line = KeyValuePair.Create(place.Name, LineOf(place, step, snapshot.Host.Kernel));
            if (i < 0) lines.Add(line);
            else lines[i] = line;
        }
        var value = string.Join("; ", lines.Select(line => $"{line.Key}={line.Value}"));
        if (now.Value != value)
            steps.Add(new PlannedStep(target, now, value,
                new ProfileSetting(File, value, "The changed kernel settings are set again when the computer starts.", File.Sources[0])));
    }

    // The kernel takes all numbers of a line at once: the others stay as they are.
    private static string LineOf(SettingPlace.Sysctl place, PlannedStep step, KernelFacts kernel)
    {
        var own = CodedText.Write(step.Target.Setting.Values, step.Value);
        if (place.Field == 0 || !kernel.Lines.TryGetValue(place.Name, out var line)) return own;
        var fields = line.Split(' ');
        fields[place.Field] = own;
        return string.Join(' ', fields);
    }
}
