using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>Something that was found and is never written: a dead value, one that does harm, a policy.</summary>
/// <param name="Target">What was found.</param>
/// <param name="Now">What it is.</param>
/// <param name="Why">What is to be known of it.</param>
public sealed record Finding(SettingTarget Target, SettingReading Now, string Why);
