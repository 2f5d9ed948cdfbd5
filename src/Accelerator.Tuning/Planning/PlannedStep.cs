using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>One planned change.</summary>
/// <param name="Target">The setting to change.</param>
/// <param name="Now">Its current value.</param>
/// <param name="Value">The new value: a word or digits, with nothing left to calculate.</param>
/// <param name="Wanted">The profile's entry, with its reason.</param>
public sealed record PlannedStep(SettingTarget Target, SettingReading Now, string Value, ProfileSetting Wanted);
