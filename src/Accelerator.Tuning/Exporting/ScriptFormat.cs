namespace Accelerator.Tuning.Exporting;

/// <summary>What a plan is written for.</summary>
public enum ScriptFormat
{
    /// <summary>Lines of netsh for a command prompt of Windows.</summary>
    Netsh,

    /// <summary>A script of PowerShell.</summary>
    Ps1,

    /// <summary>A file of regedit.</summary>
    Reg,

    /// <summary>A script of a Linux shell.</summary>
    Sh,

    /// <summary>One JSON document.</summary>
    Json,
}
