namespace Accelerator.Tuning.Reading;

/// <summary>This Windows, or this adapter, has no such setting.</summary>
public sealed record UnsupportedReading : SettingReading
{
    /// <inheritdoc/>
    public override string ToString() => "not supported";
}
