namespace Accelerator.Tuning.Reading;

/// <summary>What was read of a setting. What could not be read is said so, and never guessed.</summary>
public abstract record SettingReading
{
    /// <summary>The value, where one is known; null otherwise.</summary>
    public virtual string? Value => null;

    /// <summary>For a table.</summary>
    public abstract override string ToString();
}
