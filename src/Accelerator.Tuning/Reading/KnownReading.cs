namespace Accelerator.Tuning.Reading;

/// <summary>The setting has a value.</summary>
/// <param name="Text">A word of the catalogue, digits, or <c>code N</c> for a number that the catalogue does not contain.</param>
public sealed record KnownReading(string Text) : SettingReading
{
    /// <inheritdoc/>
    public override string Value => Text;

    /// <inheritdoc/>
    public override string ToString() => Text;
}
