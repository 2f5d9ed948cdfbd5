namespace Accelerator.Tuning.Reading;

/// <summary>The place is there and holds nothing: Windows uses its default. That is a state to come back to.</summary>
public sealed record AbsentReading : SettingReading
{
    /// <inheritdoc/>
    public override string ToString() => "absent";
}
