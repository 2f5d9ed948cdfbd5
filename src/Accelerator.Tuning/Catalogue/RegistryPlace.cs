namespace Accelerator.Tuning.Catalogue;

/// <summary>A value below <c>HKEY_LOCAL_MACHINE</c>.</summary>
/// <param name="Key">The key, without the hive.</param>
/// <param name="Name">The value's name.</param>
public sealed record RegistryPlace(string Key, string Name) : SettingPlace;
