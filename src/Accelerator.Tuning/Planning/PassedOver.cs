using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>A setting of a profile that a plan leaves unchanged.</summary>
/// <param name="Target">The setting that is not changed.</param>
/// <param name="Now">Its current value.</param>
/// <param name="Why">The reason, as part of a sentence.</param>
public sealed record PassedOver(SettingTarget Target, SettingReading Now, string Why);
