namespace Accelerator.Tuning.Catalogue;

/// <summary>The active power plan, identified by its GUID.</summary>
public sealed record PowerPlanPlace : SettingPlace;
