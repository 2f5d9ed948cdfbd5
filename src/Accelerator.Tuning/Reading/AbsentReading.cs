namespace Accelerator.Tuning.Reading;

/// <summary>The place is there and holds nothing: Windows, or the driver, uses its default. That is a state to come back to.</summary>
/// <param name="Default">The driver's default, where it says one.</param>
public sealed record AbsentReading(string? Default = null) : SettingReading
{
    /// <inheritdoc/>
    public override string? Value => Default;

    /// <inheritdoc/>
    public override string ToString() => Default is null ? "absent" : $"absent, so {Default}";
}
