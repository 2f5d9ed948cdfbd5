using System.Text;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;

namespace Accelerator.Tuning.Exporting;

/// <summary>The reference page docs/tuning-settings.md, generated from the catalogue and the profiles.</summary>
public static class TuningPage
{
    private const string Opening = """
        # Tuning settings and profiles

        Reference for [`ftpx tune`](tuning.md), generated from the setting catalogue and `registry-profiles`. Numbers in brackets are [sources](#sources).

        ## Profiles
        `ftpx tune diff PROFILE` shows what a profile would change on this computer.

        """;

    private const string Adapters = """

        ## Windows network adapters
        ftpx reads and writes these as registry keywords in the adapter's class key. A change takes effect when the adapter restarts, which interrupts its link for a few seconds. `driver-max` is the largest value that the driver accepts.

        | setting | keyword | values; default | what it does | helps | hurts | sources |
        |---|---|---|---|---|---|---|

        """;

    private const string Linux = """

        ## Linux
        ftpx reads and writes each value where the command sets it, for interfaces, processors and interrupts directly in `/sys` and `/proc`. Changed kernel settings are also written to `/etc/sysctl.d/99-z-accelerator.conf`. A change of `linux.mtu`, of a ring or of the queues may interrupt the link for some seconds; all take effect at once.

        | setting | set with | values; default | what it does | helps | hurts | sources |
        |---|---|---|---|---|---|---|

        """;

    private const string Reported = """

        ## Settings that are only reported
        | setting | read from | what it is | why it is never written |
        |---|---|---|---|

        """;

    /// <summary>Returns the text of the page.</summary>
    public static string Write()
    {
        var page = new StringBuilder(Opening.ReplaceLineEndings("\n"));
        var sources = new List<string>();
        WriteProfiles(page);
        page.Append("\n## Windows\nProperties of `MSFT_NetTCPSetting` are those of the template Internet.\n");
        foreach (var setting in SettingCatalogue.All.Where(
            setting => setting is { NeverWritten: null, Place: not SettingPlace.DriverKeyword, Place.Platform: HostPlatform.Windows }))
            WriteSection(page, setting, sources);
        WriteTable(page, Adapters, SettingCatalogue.All.Where(setting => setting.Place is SettingPlace.DriverKeyword), sources);
        WriteTable(page, Linux, SettingCatalogue.All.Where(setting => setting.Place.Platform == HostPlatform.Linux), sources);
        page.Append(Reported.ReplaceLineEndings("\n"));
        foreach (var setting in SettingCatalogue.All.Where(setting => setting.NeverWritten is not null))
            page.Append($"| `{setting.Id}` | {PlaceText.For(setting.Place)} | {setting.Effect} | {setting.NeverWritten} "
                + $"{Cited(setting, sources)} |\n");
        page.Append("\n## Sources\n");
        for (var i = 0; i < sources.Count; i++) page.Append($"{i + 1}. {sources[i]}\n");
        return page.ToString();
    }

    /// <summary>Writes the profiles and, for every setting, which of them set it to which value and why.</summary>
    private static void WriteProfiles(StringBuilder page)
    {
        var profiles = ProfileCatalogue.Names.Select(ProfileCatalogue.Read).ToList();
        page.Append("\n| profile | for |\n|---|---|\n");
        foreach (var profile in profiles)
        {
            page.Append($"| `{profile.Id}` | {profile.Title}. {profile.For} |\n");
            foreach (var (name, overlay) in profile.Overlays) page.Append($"| `{profile.Id}+{name}` | The same, {overlay.Title}. |\n");
        }

        var values = profiles.SelectMany(profile => profile.Settings.Select(setting => (Profile: profile.Id, Setting: setting))
            .Concat(profile.Overlays.SelectMany(
                overlay => overlay.Value.Settings.Select(setting => (Profile: $"{profile.Id}+{overlay.Key}", Setting: setting)))));
        var ranks = SettingCatalogue.All.Select((setting, rank) => (setting.Id, rank))
            .ToDictionary(one => one.Id, one => one.rank, StringComparer.Ordinal);
        var rows = values.OrderBy(one => ranks[one.Setting.Setting.Id])
            .GroupBy(one => (one.Setting.Setting.Id, Value: Value(one.Setting), Condition: Condition(one.Setting), one.Setting.Reason))
            .Select(group => (group.Key.Id,
                Cells: $"{group.Key.Value} | {group.Key.Condition} | "
                    + $"{In([.. group.Select(one => one.Profile)], profiles.Count(profile => MayHave(profile, group)))} | "
                    + $"{group.Key.Reason}"));
        page.Append("\n| setting | value | only if | in | why |\n|---|---|---|---|---|\n");
        foreach (var row in rows.GroupBy(one => one.Cells, StringComparer.Ordinal))
            page.Append($"| {Ids(row.Select(one => one.Id))} | {row.Key} |\n");
    }

    private static bool MayHave(TuningProfile profile, IEnumerable<(string Profile, ProfileSetting Setting)> rows) =>
        profile.Platform is null || rows.All(row => row.Setting.Setting.Place.Platform == profile.Platform);

    private static string In(IReadOnlyList<string> names, int profiles) =>
        names.Count < profiles ? string.Join(", ", names)
        : names[0].Split('+') is [_, var overlay] ? $"all with `+{overlay}`" : "all";

    private static void WriteSection(StringBuilder page, Setting setting, List<string> sources)
    {
        page.Append($"\n### {setting.Id}: {setting.Title}\n{setting.Effect}\n- Values: {Values(setting)}.\n- Helps: "
            + $"{setting.Helps}\n- Hurts: {setting.Hurts}\n");
        var place = PlaceText.For(setting.Place).Replace(" of Internet", "", StringComparison.Ordinal);
        var access = setting.Netsh is not { } words ? $"Read from and written to {place}"
            : setting.Place is SettingPlace.Unread
                ? $"Set with `netsh {Template(words)}`; cannot be read independently of the display language"
            : $"Set with `netsh {Template(words)}`; read from {place}";
        page.Append($"- {access}. {Needs(setting)} {Cited(setting, sources)}\n");
    }

    private static void WriteTable(StringBuilder page, string heading, IEnumerable<Setting> settings, List<string> sources)
    {
        page.Append(heading.ReplaceLineEndings("\n"));
        var rows = settings.Select(
            setting => (setting.Id,
                Place: setting.Shell is { } shell ? Template(shell) : ((SettingPlace.DriverKeyword)setting.Place).Keyword,
                Cells: $"{Values(setting)} | {setting.Effect} | {setting.Helps} | {setting.Hurts} | {Cited(setting, sources)}"));
        foreach (var row in rows.GroupBy(one => one.Cells, StringComparer.Ordinal))
            page.Append($"| {Ids(row.Select(one => one.Id))} | {Ids(row.Select(one => one.Place))} | {row.Key} |\n");
    }

    private static string Ids(IEnumerable<string> ids) => string.Join(", ", ids.Select(id => $"`{id}`"));

    private static string Values(Setting setting)
    {
        var values = setting.Values is AllowedValues.DriverNumbers driver
            ? $"{driver.Unit}, or {AllowedValues.DriverNumbers.Most}" : setting.Values.ToString();
        var defaults = setting.Defaults.Select(usual => usual.Systems.Length == 0 ? usual.Value : $"{usual.Systems}: {usual.Value}");
        return $"{values}; default {string.Join("; ", defaults)}";
    }

    /// <summary>Returns the numbers of a setting's sources, and adds to the list those that are new.</summary>
    private static string Cited(Setting setting, List<string> sources)
    {
        sources.AddRange(setting.Sources.Except(sources).ToList());
        return $"[{string.Join(", ", setting.Sources.Select(source => sources.IndexOf(source) + 1))}]";
    }

    private static string Value(ProfileSetting setting) =>
        (setting.AtLeast ? "at least " : "") + setting.Value + (setting.AtMostProcessors ? ", or the number of processors if lower" : "");

    private static string Condition(ProfileSetting setting)
    {
        string?[] parts =
        [
            setting.OnlyFrom.Count > 0 ? $"it is now {string.Join(" or ", setting.OnlyFrom)}" : null,
            setting.LeastBuild > 0 ? $"build {setting.LeastBuild} and later" : null,
            setting.LeastProcessors > 0 ? $"{setting.LeastProcessors} processors and more" : null,
            setting.OnPathOnly ? "the adapter carries the path to the peer" : null,
        ];
        return string.Join(", ", parts.OfType<string>());
    }

    private static string Template(string shell) => shell
        .Replace("{0}", "VALUE", StringComparison.Ordinal)
        .Replace("{switch}", "on", StringComparison.Ordinal)
        .Replace("{adapter}", "INTERFACE", StringComparison.Ordinal);

    private static string Template(IReadOnlyList<string> words) => string.Join(' ', words)
        .Replace("{0}", "VALUE", StringComparison.Ordinal)
        .Replace("{index}", "INTERFACE", StringComparison.Ordinal)
        .Replace("{start}", "FIRST", StringComparison.Ordinal)
        .Replace("{count}", "NUMBER", StringComparison.Ordinal);

    private static string Needs(Setting setting)
    {
        string?[] parts =
        [
            setting.IsServerOnly ? "Server editions only." : null,
            setting.LeastBuild > 0 ? $"Build {setting.LeastBuild} and later." : null,
            setting.Needs.HasFlag(SettingNeeds.NewConnections) ? "Applies to new connections." : null,
            setting.Needs.HasFlag(SettingNeeds.Reboot) ? "Applies after a restart." : null,
            setting.Needs == SettingNeeds.None && setting.LeastBuild == 0 ? "Applies at once." : null,
        ];
        return string.Join(' ', parts.OfType<string>());
    }
}
