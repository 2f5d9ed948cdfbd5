namespace Accelerator.Tuning.Advising;

/// <summary>The profile that fits a computer.</summary>
/// <param name="Profile">Its name.</param>
/// <param name="Why">Why this one, as part of a sentence.</param>
public sealed record RoleChoice(string Profile, string Why);
