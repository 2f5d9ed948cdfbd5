namespace Accelerator.Tuning.Catalogue;

/// <summary>The values that a setting accepts. Values are written as text: a word, or digits.</summary>
public abstract record AllowedValues
{
    /// <summary>Returns why this is not a value of the setting; null if it is one.</summary>
    public abstract string? Problem(string value);

    /// <summary>Returns one line for people, as in "enabled or disabled".</summary>
    public abstract override string ToString();
}
