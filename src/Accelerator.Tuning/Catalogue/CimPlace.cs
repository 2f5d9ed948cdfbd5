namespace Accelerator.Tuning.Catalogue;

/// <summary>
/// A property of the network classes in <c>root\StandardCimv2</c>: numbers and English names, whatever the language of Windows.
/// </summary>
/// <param name="Class">The class, as in <c>MSFT_NetTCPSetting</c>.</param>
/// <param name="Property">The property.</param>
/// <param name="Instance">The value of SettingName that picks the row; null for a class of one row.</param>
/// <param name="Policy">Where a group policy that overrides the value shows; null if none can.</param>
public sealed record CimPlace(string Class, string Property, string? Instance = null, CimPolicy? Policy = null) : SettingPlace;
