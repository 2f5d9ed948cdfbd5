namespace Accelerator.Tuning.Catalogue;

/// <summary>The active power plan, known by its GUID.</summary>
public sealed record PowerPlanPlace : SettingPlace;
