namespace Accelerator.Engine.Storage;

/// <summary>A file on Linux beyond its names.</summary>
/// <param name="Device">Device number, as the kernel writes it.</param>
/// <param name="Inode">Number on that device.</param>
/// <param name="Names">Hard links.</param>
/// <param name="IsPlain">Not a link, folder, pipe or device.</param>
/// <param name="Allocated">Bytes of disk it occupies: less than its length when it has holes.</param>
internal readonly record struct FileIdentity(ulong Device, ulong Inode, uint Names, bool IsPlain, long Allocated)
{
    /// <summary>Whether both are the same file, however it may have grown in between.</summary>
    internal bool IsSameFile(FileIdentity other) => Device == other.Device && Inode == other.Inode;
}
