using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>A value that was found and is never written: an obsolete one, a harmful one, a policy.</summary>
/// <param name="Target">The setting found.</param>
/// <param name="Now">Its current value.</param>
/// <param name="Why">What to know about it.</param>
public sealed record Finding(SettingTarget Target, SettingReading Now, string Why);
