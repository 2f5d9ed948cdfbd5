namespace Accelerator.Engine.Storage;

/// <summary>Which system's rules a local file name keeps.</summary>
public enum NameRules
{
    /// <summary>Those of Windows and NTFS: forbidden characters, devices, no distinction between upper and lower case.</summary>
    Windows,

    /// <summary>Those of Linux: no slash and no NUL.</summary>
    Linux,
}
