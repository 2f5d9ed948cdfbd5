namespace Accelerator.Tuning.Catalogue;

/// <summary>
/// A range of ports that CIM gives as its first port and its length: one setting, because the two are rolled back together.
/// </summary>
/// <param name="Class">The class.</param>
/// <param name="Start">The property of the first port.</param>
/// <param name="Count">The property of the number of ports.</param>
/// <param name="Instance">The value of SettingName that picks the row.</param>
public sealed record PortRangePlace(string Class, string Start, string Count, string Instance) : SettingPlace;
