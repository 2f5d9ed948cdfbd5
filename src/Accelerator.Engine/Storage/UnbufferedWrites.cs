namespace Accelerator.Engine.Storage;

/// <summary>Whether files are written past the page cache.</summary>
public enum UnbufferedWrites
{
    /// <summary>Large files on local disks that can.</summary>
    Auto,

    /// <summary>Always; where it cannot be done the transfer fails before the first byte.</summary>
    On,

    /// <summary>Never.</summary>
    Off,
}
