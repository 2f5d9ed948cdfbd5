namespace Accelerator.Tuning.Catalogue;

/// <summary>The one table of all settings. Profiles, plans, messages and docs/tuning-settings.md are generated from it.</summary>
public static class SettingCatalogue
{
    private static readonly Dictionary<string, Setting> ById;

    static SettingCatalogue()
    {
        All = [.. TcpSettings.All, .. StackSettings.All, .. RareSettings.All, .. AdapterSettings.All, .. HostSettings.All,
            .. LinuxSettings.All, .. LinuxAdapterSettings.All];
        ById = All.ToDictionary(setting => setting.Id, StringComparer.Ordinal);
    }

    /// <summary>All settings, in the order they are shown.</summary>
    public static IReadOnlyList<Setting> All { get; }

    /// <summary>Returns the setting of this name; null if there is none.</summary>
    public static Setting? Find(string id) => ById.GetValueOrDefault(id);
}
