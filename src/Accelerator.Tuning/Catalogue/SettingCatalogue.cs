namespace Accelerator.Tuning.Catalogue;

/// <summary>The one table of what is known of Windows' settings. Profiles, plans, messages and docs/tuning.md are made from it.</summary>
public static class SettingCatalogue
{
    private static readonly Dictionary<string, Setting> ById;

    static SettingCatalogue()
    {
        All = [.. TcpSettings.All, .. StackSettings.All, .. RareSettings.All, .. AdapterSettings.All, .. HostSettings.All,
            .. LinuxSettings.All];
        ById = All.ToDictionary(setting => setting.Id, StringComparer.Ordinal);
    }

    /// <summary>All settings, in the order they are shown.</summary>
    public static IReadOnlyList<Setting> All { get; }

    /// <summary>The setting of this name; null for none.</summary>
    public static Setting? Find(string id) => ById.GetValueOrDefault(id);
}
