namespace Accelerator.Tuning.Reading;

/// <summary>What was read of a computer at one time.</summary>
/// <param name="Host">The computer.</param>
/// <param name="Readings">By the target's name.</param>
public sealed record HostSnapshot(HostFacts Host, IReadOnlyDictionary<string, SettingReading> Readings)
{
    /// <summary>What was read of a target; unknown where nobody looked.</summary>
    public SettingReading this[SettingTarget target] =>
        Readings.GetValueOrDefault(target.ToString()) ?? new UnknownReading("it was not read");
}
