namespace Accelerator.Tuning.Catalogue;

/// <summary>Where a value is kept: the one place that it is read from and held against.</summary>
public abstract record SettingPlace;
