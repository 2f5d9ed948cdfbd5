namespace Accelerator.Tuning.Catalogue;

/// <summary>The scope of one value of a setting.</summary>
public enum SettingScope
{
    /// <summary>This computer.</summary>
    Host,

    /// <summary>One network adapter.</summary>
    Adapter,
}
