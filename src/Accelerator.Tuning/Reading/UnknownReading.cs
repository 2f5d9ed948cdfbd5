namespace Accelerator.Tuning.Reading;

/// <summary>The setting could not be read: its value is not known, and does not count as a difference.</summary>
/// <param name="Reason">The reason, as part of a sentence.</param>
public sealed record UnknownReading(string Reason) : SettingReading
{
    /// <inheritdoc/>
    public override string ToString() => $"unknown ({Reason})";
}
