namespace Accelerator.Tuning.Profiles;

/// <summary>An optional addition to a profile, applied when it is requested by name.</summary>
/// <param name="Title">A few words appended to the profile's title.</param>
/// <param name="Settings">The settings that replace the profile's, or are added to them.</param>
public sealed record ProfileOverlay(string Title, IReadOnlyList<ProfileSetting> Settings);
