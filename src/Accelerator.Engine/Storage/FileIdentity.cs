namespace Accelerator.Engine.Storage;

/// <summary>The identity of a file on Linux, independent of its names.</summary>
/// <param name="Device">Device number, as the kernel writes it.</param>
/// <param name="Inode">Inode number on that device.</param>
/// <param name="Names">Number of hard links.</param>
/// <param name="IsPlain">Whether it is not a link, folder, pipe or device.</param>
/// <param name="Allocated">Bytes that it occupies on the disk: less than its length when it has holes.</param>
internal readonly record struct FileIdentity(ulong Device, ulong Inode, uint Names, bool IsPlain, long Allocated)
{
    /// <summary>Returns whether both are the same file, even if it has grown in between.</summary>
    internal bool IsSameFile(FileIdentity other) => Device == other.Device && Inode == other.Inode;
}
