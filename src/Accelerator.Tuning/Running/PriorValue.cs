using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>What a setting was before it was changed.</summary>
/// <param name="IsKnown">Whether it could be read.</param>
/// <param name="Value">Its value; null where it was absent, or could not be read: then its default is set.</param>
public sealed record PriorValue(bool IsKnown, string? Value)
{
    /// <summary>From what was read.</summary>
    public static PriorValue Of(SettingReading reading) => reading switch
    {
        KnownReading known => new PriorValue(true, known.Text),
        AbsentReading => new PriorValue(true, null),
        _ => new PriorValue(false, null),
    };

    /// <summary>Whether a reading is this again.</summary>
    public bool IsIn(SettingReading reading) => !IsKnown || Of(reading) == this;

    /// <inheritdoc/>
    public override string ToString() => !IsKnown ? "unknown" : Value ?? "absent";
}
