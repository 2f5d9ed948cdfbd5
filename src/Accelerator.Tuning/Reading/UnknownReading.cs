namespace Accelerator.Tuning.Reading;

/// <summary>It could not be read: nothing is known of it, and it counts as no difference.</summary>
/// <param name="Reason">Why, as part of a sentence.</param>
public sealed record UnknownReading(string Reason) : SettingReading
{
    /// <inheritdoc/>
    public override string ToString() => $"unknown ({Reason})";
}
