namespace Accelerator.Tuning.Catalogue;

/// <summary>What Windows sets by itself.</summary>
/// <param name="Systems">Which Windows, in words; empty for all.</param>
/// <param name="Value">Its value, or words where it depends.</param>
public sealed record SettingDefault(string Systems, string Value);
