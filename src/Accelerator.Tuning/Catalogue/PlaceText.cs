namespace Accelerator.Tuning.Catalogue;

/// <summary>Describes in words where a setting is stored.</summary>
public static class PlaceText
{
    /// <summary>Returns the description.</summary>
    public static string For(SettingPlace place) => place switch
    {
        CimPlace cim => $"CIM `{cim.Class}.{cim.Property}`{(cim.Instance is null ? "" : $" of {cim.Instance}")}",
        PortRangePlace ports => $"CIM `{ports.Class}`, `{ports.Start}` and `{ports.Count}` of {ports.Instance}",
        InterfacePlace link => $"CIM `{InterfacePlace.Class}.{link.Property}` of the adapter's IPv4",
        RegistryPlace registry => $"registry `HKLM\\{registry.Key}`, `{registry.Name}`",
        KeywordPlace keyword => $"keyword `{keyword.Keyword}` in the adapter's class key",
        SysctlPlace sysctl => $"sysctl `{sysctl.Name}`{(sysctl.Field > 0 ? $", number {sysctl.Field + 1}" : "")}",
        FilePlace file => $"`{file.Path}`",
        EthtoolPlace => "the driver, as ethtool asks it",
        PowerPlanPlace => "the active power plan's GUID",
        _ => "nowhere in every language",
    };
}
