using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Exporting;

/// <summary>
/// Writes a profile as a shell script for a Linux server, which sends what this computer downloads. The script reads the values there,
/// shows each change, and writes a second script with the old values.
/// </summary>
public static class ServerScript
{
    private const string Functions = "server-tuning.sh";

    /// <summary>Returns the script, line by line.</summary>
    /// <exception cref="FormatException">The profile has no setting of Linux.</exception>
    public static IEnumerable<string> Write(TuningProfile profile)
    {
        var settings = profile.Settings.Where(wanted => wanted.Setting.Place.Platform == HostPlatform.Linux).ToList();
        if (settings.Count == 0)
            throw new FormatException($"The profile {profile.Id} has no setting of Linux, so there is nothing to export for a server.");
        return [.. Head(profile.Id), .. Text().Split('\n'), .. settings.SelectMany(Lines), "finish"];
    }

    private static IEnumerable<string> Head(string profile) =>
    [
        "#!/bin/sh",
        $"# {profile} for a Linux server, which sends in a download. Made by: ftpx tune export {profile} --for-server",
        "# Read it, then run it on the server:",
        "#   sh FILE --dry-run CLIENT   shows the changes",
        "#   sudo sh FILE CLIENT        makes them, all or none",
        "# CLIENT is the address of the computer that downloads. The interface that leads to it is changed; without CLIENT, none is.",
        "# The old values are written to /var/lib/ftpx-server-rollback-TIME-RANDOM/rollback.sh before anything is changed.",
        $"# Kernel settings are also written to {SettingPlace.BootFile.Path}.",
        "# The others last until the server restarts: run this again then.",
    ];

    private static string Text()
    {
        using var stream = typeof(ServerScript).Assembly.GetManifestResourceStream(Functions)!;
        using var text = new StreamReader(stream);
        return text.ReadToEnd().ReplaceLineEndings("\n").TrimEnd('\n');
    }

    private static IEnumerable<string> Lines(ProfileSetting wanted)
    {
        yield return "";
        yield return $"# {wanted.Setting.Id}: {PlanScript.Plain(wanted.Reason)}";
        yield return wanted.OnPathOnly
            ? "# Not in this script: every device on the path must carry it. Run ftpx tune apply on the server, which checks the path."
            : Call(wanted);
    }

    private static string Call(ProfileSetting wanted)
    {
        var digits = CodedText.Write(wanted.Setting.Values, wanted.Value);
        var mode = wanted.AtLeast ? "at-least" : "exact";
        var part = wanted.Setting.Values.ModuleOf(wanted.Value) is { } module ? $"{module} {Option(module)}" : "";
        return wanted.Setting.Place switch
        {
            SettingPlace.Sysctl place => $"kernel {place.Name} {place.Field + 1} {digits} {mode} {part}".TrimEnd(),
            SettingPlace.LinuxFile file => $"interface {file.Path[(file.Path.LastIndexOf('/') + 1)..]} {digits} {mode}",
            SettingPlace.QueueDiscipline => $"queue {part} {wanted.Value}",
            SettingPlace.EachFile { Prefix: "" } => $"interrupts {wanted.Value}",
            SettingPlace.EachFile => $"governor {wanted.Value}",
            SettingPlace.Ethtool => Driver(wanted),
            _ => $"# {wanted.Setting.Id} is not part of this script.",
        };
    }

    private static string Driver(ProfileSetting wanted) => wanted.Setting.Id switch
    {
        "linux.receive-ring" => $"driver -g -G rx {wanted.Value}",
        "linux.transmit-ring" => $"driver -g -G tx {wanted.Value}",
        "linux.queues" => $"driver -l -L combined {(wanted.AtMostProcessors ? $"$(up_to_processors {wanted.Value})" : wanted.Value)}",
        "linux.gro" => $"offload gro generic-receive-offload {OnOff(wanted)}",
        "linux.tso" => $"offload tso tcp-segmentation-offload {OnOff(wanted)}",
        var other => throw new ArgumentException($"There is no command for {other}."),
    };

    private static string OnOff(ProfileSetting wanted) => wanted.Value == "enabled" ? "on" : "off";

    // The kernel's configuration names it CONFIG_TCP_CONG_HTCP or CONFIG_NET_SCH_FQ.
    private static string Option(string module) =>
        (module.StartsWith("tcp_", StringComparison.Ordinal) ? "CONFIG_TCP_CONG" : "CONFIG_NET_SCH") + module[3..].ToUpperInvariant();
}
