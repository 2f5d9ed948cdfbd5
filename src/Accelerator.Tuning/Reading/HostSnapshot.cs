namespace Accelerator.Tuning.Reading;

/// <summary>The settings of a computer as read at one time.</summary>
/// <param name="Host">The computer.</param>
/// <param name="Readings">The readings, by the target's name.</param>
public sealed record HostSnapshot(HostFacts Host, IReadOnlyDictionary<string, SettingReading> Readings)
{
    /// <summary>The reading of a target; unknown if the target was not read.</summary>
    public SettingReading this[SettingTarget target] =>
        Readings.GetValueOrDefault(target.ToString()) ?? new SettingReading.Unknown("it was not read");
}
