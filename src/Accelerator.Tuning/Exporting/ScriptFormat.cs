namespace Accelerator.Tuning.Exporting;

/// <summary>The format of an exported plan.</summary>
public enum ScriptFormat
{
    /// <summary>netsh commands for a Windows command prompt.</summary>
    Netsh,

    /// <summary>A PowerShell script.</summary>
    Ps1,

    /// <summary>A regedit file.</summary>
    Reg,

    /// <summary>A Linux shell script.</summary>
    Sh,

    /// <summary>One JSON document.</summary>
    Json,
}
