namespace Accelerator.Tuning.Catalogue;

/// <summary>Describes in words where a setting is stored.</summary>
public static class PlaceText
{
    /// <summary>Returns the description.</summary>
    public static string For(SettingPlace place) => place switch
    {
        SettingPlace.Cim cim => $"CIM `{cim.Class}.{cim.Property}`{(cim.Instance is null ? "" : $" of {cim.Instance}")}",
        SettingPlace.Ports ports => $"CIM `{ports.Class}`, `{ports.Start}` and `{ports.Count}` of {ports.Instance}",
        SettingPlace.IPv4Interface link => $"CIM `{SettingPlace.IPv4Interface.Class}.{link.Property}` of the adapter's IPv4",
        SettingPlace.Registry registry => $"registry `HKLM\\{registry.Key}`, `{registry.Name}`",
        SettingPlace.DriverKeyword keyword => $"keyword `{keyword.Keyword}` in the adapter's class key",
        SettingPlace.Sysctl sysctl => $"sysctl `{sysctl.Name}`{(sysctl.Field > 0 ? $", number {sysctl.Field + 1}" : "")}",
        SettingPlace.LinuxFile file => $"`{file.Path}`",
        SettingPlace.EachFile each => $"`{each.File.Replace("{each}", "*", StringComparison.Ordinal)}`",
        SettingPlace.QueueDiscipline => "the root queue discipline, as tc shows it",
        SettingPlace.BootFile => $"`{SettingPlace.BootFile.Path}`",
        SettingPlace.Ethtool => "the driver, through ethtool",
        SettingPlace.PowerPlan => "the active power plan's GUID",
        _ => "not readable in every language",
    };
}
