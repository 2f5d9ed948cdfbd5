using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// The system's identifier of a file: the number of its volume and its number there. A rename keeps it, so that after a crash it shows
/// whether the file under a name is the one that was to be renamed to it. The number of a deleted file may be reused.
/// </summary>
internal static class FileMark
{
    /// <summary>Returns the mark of the file at a path; links are not followed.</summary>
    /// <returns>Null where there is no such file, or the disk has no such numbers.</returns>
    public static string? Of(string path)
    {
        if (OperatingSystem.IsLinux()) return Write(Posix.Identify(path));
        if (!OperatingSystem.IsWindows()) return null;
        try
        {
            using var handle = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            return Of(handle);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            return null;
        }
    }

    /// <summary>Returns the mark of an open file.</summary>
    internal static string? Of(SafeFileHandle handle)
    {
        if (OperatingSystem.IsLinux()) return Write(Posix.Identify(handle));
        return OperatingSystem.IsWindows() ? WindowsFile.MarkOf(handle) : null;
    }

    private static string? Write(FileIdentity? identity) =>
        identity is { IsPlain: true } file ? string.Create(CultureInfo.InvariantCulture, $"{file.Device:x}-{file.Inode:x}") : null;
}

/// <summary>The identity of a file on Linux, independent of its names.</summary>
/// <param name="Device">Device number, as the kernel writes it.</param>
/// <param name="Inode">Inode number on that device.</param>
/// <param name="Names">Number of hard links.</param>
/// <param name="IsPlain">Whether it is not a link, folder, pipe or device.</param>
/// <param name="Length">Bytes of its content.</param>
/// <param name="Allocated">Bytes that it occupies on the disk: less than its length when it has holes.</param>
/// <param name="Owner">The ID of the user that owns it.</param>
/// <param name="Mode">Its permissions.</param>
internal readonly record struct FileIdentity(
    ulong Device, ulong Inode, uint Names, bool IsPlain, long Length, long Allocated, uint Owner, UnixFileMode Mode)
{
    /// <summary>Whether all users may write to it. False for a link, whose mode has no meaning.</summary>
    internal bool IsWritableByAll => IsPlain && Mode.HasFlag(UnixFileMode.OtherWrite);

    /// <summary>Returns whether both are the same file, even if it has grown in between.</summary>
    internal bool IsSameFile(FileIdentity other) => Device == other.Device && Inode == other.Inode;
}
