namespace Accelerator.Tuning.Catalogue;

/// <summary>What a setting may be set to. Values are written as text: a word, or digits.</summary>
public abstract record AllowedValues
{
    /// <summary>Why this is no value of the setting; null where it is one.</summary>
    public abstract string? Problem(string value);

    /// <summary>One line for people, as in "enabled or disabled".</summary>
    public abstract override string ToString();
}
