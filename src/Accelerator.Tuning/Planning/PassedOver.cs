using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>What a profile holds and a plan leaves alone.</summary>
/// <param name="Target">What is not changed.</param>
/// <param name="Now">What it is.</param>
/// <param name="Why">The reason, as part of a sentence.</param>
public sealed record PassedOver(SettingTarget Target, SettingReading Now, string Why);
