namespace Accelerator.Engine.Storage;

/// <summary>Whether files are written without the page cache.</summary>
public enum UnbufferedWrites
{
    /// <summary>Large files on local disks that support it.</summary>
    Auto,

    /// <summary>Always; where it is not possible the transfer fails before the first byte.</summary>
    On,

    /// <summary>Never.</summary>
    Off,
}
