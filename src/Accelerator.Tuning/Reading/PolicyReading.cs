namespace Accelerator.Tuning.Reading;

/// <summary>A group policy overrides the setting; other values written for it have no effect.</summary>
/// <param name="Text">The value that the policy imposes, as far as it is known.</param>
/// <param name="Source">Where the policy was found.</param>
public sealed record PolicyReading(string Text, string Source) : SettingReading
{
    /// <inheritdoc/>
    public override string ToString() => $"{Text} by group policy";
}
