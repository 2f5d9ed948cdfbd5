using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>The value of a setting before it was changed.</summary>
/// <param name="IsKnown">Whether it could be read.</param>
/// <param name="Value">The value; null if it was absent or could not be read: then a rollback sets the default.</param>
public sealed record PriorValue(bool IsKnown, string? Value)
{
    /// <summary>Returns the value that a reading holds.</summary>
    public static PriorValue Of(SettingReading reading) => reading switch
    {
        SettingReading.Known known => new PriorValue(true, known.Text),
        SettingReading.Absent => new PriorValue(true, null),
        _ => new PriorValue(false, null),
    };

    /// <summary>Returns whether a reading shows this value again.</summary>
    public bool IsIn(SettingReading reading) => !IsKnown || Of(reading) == this;

    public override string ToString() => !IsKnown ? "unknown" : Value ?? "absent";
}
