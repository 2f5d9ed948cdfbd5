using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Reading;

/// <summary>A setting of this computer, or of one of its adapters.</summary>
/// <param name="Setting">The setting.</param>
/// <param name="Adapter">The adapter; null for a setting of the computer.</param>
public sealed record SettingTarget(Setting Setting, AdapterFacts? Adapter)
{
    /// <summary>Returns all targets of a setting on this computer.</summary>
    public static IEnumerable<SettingTarget> Of(Setting setting, HostFacts host) =>
        setting.Place.Platform != host.Platform ? []
        : setting.Scope == SettingScope.Host
            ? [new SettingTarget(setting, null)] : host.Adapters.Select(adapter => new SettingTarget(setting, adapter));

    /// <summary>Returns the name for people and journals: <c>tcp.rss</c>, <c>nic.rss@0001</c>.</summary>
    public override string ToString() => Adapter is null ? Setting.Id : $"{Setting.Id}@{Adapter.Key}";
}
