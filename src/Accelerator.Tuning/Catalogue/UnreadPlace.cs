namespace Accelerator.Tuning.Catalogue;

/// <summary>Nowhere that a program could read in every language: what is written here is never called verified.</summary>
public sealed record UnreadPlace : SettingPlace;
