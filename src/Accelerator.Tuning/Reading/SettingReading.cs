namespace Accelerator.Tuning.Reading;

/// <summary>The result of reading a setting. A value that could not be read is reported as such, and never guessed.</summary>
public abstract record SettingReading
{
    /// <summary>The value; null if none is known.</summary>
    public virtual string? Value => null;

    /// <summary>Returns the reading for a table.</summary>
    public abstract override string ToString();
}
