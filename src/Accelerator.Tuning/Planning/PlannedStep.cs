using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>One change.</summary>
/// <param name="Target">What is changed.</param>
/// <param name="Now">What it is.</param>
/// <param name="Value">What it is to be: a word or digits, nothing that is still to be reckoned.</param>
/// <param name="Wanted">What the profile says of it, with its reason.</param>
public sealed record PlannedStep(SettingTarget Target, SettingReading Now, string Value, ProfileSetting Wanted);
