namespace Accelerator.Tuning.Catalogue;

/// <summary>A kind of operating system.</summary>
public enum HostPlatform
{
    /// <summary>Windows 10, Server 2016 and later: read, planned, changed and rolled back.</summary>
    Windows,

    /// <summary>Linux: the same, from kernel 4.19 on.</summary>
    Linux,
}
