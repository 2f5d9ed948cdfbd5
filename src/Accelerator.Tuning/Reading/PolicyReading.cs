namespace Accelerator.Tuning.Reading;

/// <summary>A group policy decides; what is written beside it has no effect.</summary>
/// <param name="Text">What the policy says, as far as it is known.</param>
/// <param name="Source">Where the policy was found.</param>
public sealed record PolicyReading(string Text, string Source) : SettingReading
{
    /// <inheritdoc/>
    public override string ToString() => $"{Text} by group policy";
}
