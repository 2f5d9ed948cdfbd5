namespace Accelerator.Tuning.Catalogue;

/// <summary>A place that no program can read in every language of Windows: what is written there is never reported as verified.</summary>
public sealed record UnreadPlace : SettingPlace;
