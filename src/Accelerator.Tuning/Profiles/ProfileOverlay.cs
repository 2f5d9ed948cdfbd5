namespace Accelerator.Tuning.Profiles;

/// <summary>What a profile may have laid over it when somebody asks for it by name.</summary>
/// <param name="Title">A few words that follow the profile's.</param>
/// <param name="Settings">What takes the place of the profile's settings, or comes to them.</param>
public sealed record ProfileOverlay(string Title, IReadOnlyList<ProfileSetting> Settings);
