namespace Accelerator.Engine.Storage;

/// <summary>The system whose rules a local file name follows.</summary>
public enum NameRules
{
    /// <summary>The rules of Windows and NTFS: forbidden characters, devices, no distinction between upper and lower case.</summary>
    Windows,

    /// <summary>The rules of Linux: no slash and no NUL.</summary>
    Linux,

    /// <summary>The rules of Linux, on a volume that does not distinguish upper and lower case: FAT, exFAT, SMB.</summary>
    LinuxIgnoringCase,
}
