namespace Accelerator.Tuning.Catalogue;

/// <summary>What one value of a setting holds for.</summary>
public enum SettingScope
{
    /// <summary>This computer.</summary>
    Host,

    /// <summary>One network adapter.</summary>
    Adapter,
}
