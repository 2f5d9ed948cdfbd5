namespace Accelerator.Tuning.Reading;

/// <summary>The place exists and is empty: Windows, or the driver, uses its default. A rollback can restore this state.</summary>
/// <param name="Default">The driver's default, if it reports one.</param>
public sealed record AbsentReading(string? Default = null) : SettingReading
{
    /// <inheritdoc/>
    public override string? Value => Default;

    /// <inheritdoc/>
    public override string ToString() => Default is null ? "absent" : $"absent, so {Default}";
}
