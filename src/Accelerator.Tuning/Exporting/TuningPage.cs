using System.Text;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;

namespace Accelerator.Tuning.Exporting;

/// <summary>docs/tuning.md, made of the catalogue and the profiles.</summary>
public static class TuningPage
{
    /// <summary>The page.</summary>
    public static string Write()
    {
        var page = new StringBuilder();
        page.Append("# Tuning computers for long, fast paths\n\nThis page is made of the catalogue and of `registry-profiles`; a test compares them.\n");
        page.Append("\n## Profiles\n");
        foreach (var profile in ProfileCatalogue.Names.Select(ProfileCatalogue.Read)) Write(page, profile);
        page.Append("\n## Settings that are written\n");
        foreach (var setting in SettingCatalogue.All.Where(setting => setting is { NeverWritten: null, Place.Platform: HostPlatform.Windows })) Write(page, setting);
        page.Append("\n## Settings of Linux, which are read and advised\n");
        foreach (var setting in SettingCatalogue.All.Where(setting => setting.Place.Platform == HostPlatform.Linux)) Write(page, setting);
        page.Append("\n## Settings that are only reported\n| setting | where | what it is | why it is never written |\n|---|---|---|---|\n");
        foreach (var setting in SettingCatalogue.All.Where(setting => setting.NeverWritten is not null))
            page.Append($"| `{setting.Id}` | {PlaceText.For(setting.Place)} | {setting.Effect} | {setting.NeverWritten} |\n");
        return page.ToString();
    }

    private static void Write(StringBuilder page, TuningProfile profile)
    {
        page.Append($"\n### {profile.Id}: {profile.Title}\n{profile.For}\n\n| setting | value | only where | why | source |\n|---|---|---|---|---|\n");
        WriteRows(page, profile.Settings);
        foreach (var (name, overlay) in profile.Overlays)
        {
            page.Append($"\n**{profile.Id}+{name}**: {overlay.Title}\n\n| setting | value | only where | why | source |\n|---|---|---|---|---|\n");
            WriteRows(page, overlay.Settings);
        }
    }

    private static void WriteRows(StringBuilder page, IReadOnlyList<ProfileSetting> settings)
    {
        foreach (var setting in settings) page.Append($"| `{setting.Setting.Id}` | {setting.Value} | {Condition(setting)} | {setting.Reason} | {setting.Source} |\n");
    }

    private static void Write(StringBuilder page, Setting setting)
    {
        page.Append($"\n### {setting.Id}: {setting.Title}\n{setting.Effect}\n");
        page.Append($"- Values: {setting.Values}. {setting.Place.Platform} has: {string.Join("; ", setting.Defaults.Select(usual => usual.Systems.Length == 0 ? usual.Value : $"{usual.Systems}: {usual.Value}"))}.\n");
        page.Append($"- Helps: {setting.Helps}\n- Hurts: {setting.Hurts}\n");
        if (setting.Shell is { } shell)
        {
            page.Append($"- Read: {PlaceText.For(setting.Place)}. Set by: `{shell.Replace("{0}", "VALUE", StringComparison.Ordinal).Replace("{switch}", "on", StringComparison.Ordinal).Replace("{adapter}", "INTERFACE", StringComparison.Ordinal)}`.\n");
            page.Append($"- Source: {string.Join("; ", setting.Sources)}.\n");
            return;
        }
        page.Append($"- Read: {PlaceText.For(setting.Place)}. Written: {(setting.Netsh is { } words ? $"`netsh {Template(words)}`" : "there")}.\n");
        page.Append($"- A change {Needs(setting)}\n- Source: {string.Join("; ", setting.Sources)}.\n");
    }

    private static string Condition(ProfileSetting setting)
    {
        string?[] parts =
        [
            setting.OnlyFrom.Count > 0 ? $"it is {string.Join(" or ", setting.OnlyFrom)} now" : null,
            setting.LeastBuild > 0 ? $"build {setting.LeastBuild} and later" : null,
            setting.AtLeast ? "it is less now" : null,
            setting.AtMostProcessors ? "at most as many as processors" : null,
        ];
        return string.Join(", ", parts.OfType<string>());
    }

    private static string Template(IReadOnlyList<string> words) => string.Join(' ', words)
        .Replace("{0}", "VALUE", StringComparison.Ordinal)
        .Replace("{index}", "INTERFACE", StringComparison.Ordinal)
        .Replace("{start}", "FIRST", StringComparison.Ordinal)
        .Replace("{count}", "NUMBER", StringComparison.Ordinal);

    private static string Needs(Setting setting)
    {
        string?[] parts =
        [
            setting.IsServerOnly ? "is for server editions only" : null,
            setting.LeastBuild > 0 ? $"is for build {setting.LeastBuild} and later" : null,
            setting.Needs.HasFlag(SettingNeeds.NewConnections) ? "holds for new connections" : null,
            setting.Needs.HasFlag(SettingNeeds.AdapterRestart) ? "holds when the adapter was restarted, which cuts its link for some seconds" : null,
            setting.Needs.HasFlag(SettingNeeds.Reboot) ? "holds when the computer was restarted" : null,
        ];
        return parts.OfType<string>().DefaultIfEmpty("holds at once").Aggregate((first, second) => $"{first}, {second}") + ".";
    }
}
