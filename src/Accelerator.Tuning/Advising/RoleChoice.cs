namespace Accelerator.Tuning.Advising;

/// <summary>The profile that matches a computer.</summary>
/// <param name="Profile">The name of the profile.</param>
/// <param name="Why">The reason, as part of a sentence.</param>
public sealed record RoleChoice(string Profile, string Why);
