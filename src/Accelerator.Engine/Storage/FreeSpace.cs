using System.Runtime.InteropServices;

namespace Accelerator.Engine.Storage;

/// <summary>The free space on the volume of a file, for this user (quotas and reserved blocks deducted).</summary>
internal static partial class FreeSpace
{
    /// <summary>What to do if a volume has no room for a file in a folder that the user chose.</summary>
    internal const string Advice = "Free some space or choose another folder.";

    // A service asks several times for each file that it starts, and every answer reads the table of mounts.
    private const long MountsHoldMilliseconds = 1000;

    private static readonly object MountsLock = new();
    private static (long At, string[] Names)? _mounts;

    /// <summary>Returns the bytes free for this user on the volume of <paramref name="path"/>'s folder; null when unknown.</summary>
    public static long? Of(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return OfFolder(FolderOf(path));
    }

    /// <summary>
    /// Returns the bytes free for this user on the volume that holds a folder; null when unknown, for example for a folder that does not
    /// exist.
    /// </summary>
    public static long? OfFolder(string folder)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        try
        {
            if (OperatingSystem.IsWindows()) // DriveInfo there takes a drive letter only, and a target may be a UNC path.
                return GetDiskFreeSpaceEx(WindowsPath.ForVolumeCalls(folder), out var available, out _, out _)
                    ? (long)Math.Min(available, long.MaxValue) : null;
            var volume = new DriveInfo(folder);

            // Some user-space file systems report nothing; zero of zero is not "full".
            return volume.TotalSize == 0 ? null : volume.AvailableFreeSpace;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>Returns the folder, or while it does not exist its nearest existing parent: it will be on the same volume.</summary>
    public static string NearestFolder(string folder)
    {
        while (!Directory.Exists(folder) && Path.GetDirectoryName(folder) is { Length: > 0 } above) folder = above;
        return folder;
    }

    /// <summary>Gets the volume that holds a folder: its mount point on Linux, its root or share on Windows.</summary>
    /// <param name="folder">A folder, by its full path; it need not exist.</param>
    internal static string VolumeOf(string folder)
    {
        var path = Path.GetFullPath(folder);
        var root = Path.GetPathRoot(path) is { Length: > 0 } found ? found : path;
        if (OperatingSystem.IsWindows()) return root;
        return Mounts().Where(mount => IsWithin(path, mount)).MaxBy(mount => mount.Length) ?? root;
    }

    private static string[] Mounts()
    {
        lock (MountsLock)
        {
            if (_mounts is { } known && Environment.TickCount64 - known.At < MountsHoldMilliseconds) return known.Names;
            string[] names = [.. DriveInfo.GetDrives().Select(drive => drive.Name)];
            _mounts = (Environment.TickCount64, names);
            return names;
        }
    }

    /// <summary>Gets the bytes that a file occupies on its volume; 0 for a file that is not there.</summary>
    internal static long AllocatedBy(string path)
    {
        if (OperatingSystem.IsLinux()) return Posix.Identify(path)?.Allocated ?? 0;
        if (!OperatingSystem.IsWindows()) return File.Exists(path) ? new FileInfo(path).Length : 0;
        // Large partial files are sparse on Windows, so their length does not show their allocation.
        var low = GetCompressedFileSize(WindowsPath.ForFileCalls(path), out var high);
        return low == uint.MaxValue && Marshal.GetLastPInvokeError() != 0 ? 0 : ((long)high << 32) | low;
    }

    /// <summary>Gets the bytes that a partial file still needs on its volume.</summary>
    /// <param name="path">The partial file; it need not exist.</param>
    /// <param name="size">Bytes in the complete file.</param>
    /// <param name="stored">Bytes of the file that are known to be stored. On a volume that compresses, they occupy less.</param>
    internal static long NeededBy(string path, long size, long stored = 0) => Math.Max(0, size - Math.Max(stored, AllocatedBy(path)));

    /// <summary>Throws when a file cannot fit.</summary>
    /// <param name="path">The file.</param>
    /// <param name="needed">Bytes that are still to be stored.</param>
    /// <param name="advice">What to do then; a sentence.</param>
    /// <exception cref="StorageException"><see cref="StorageFailure.Full"/>, with both numbers.</exception>
    public static void Require(string path, long needed, string advice = Advice)
    {
        if (Of(path) is { } free && needed > free)
            throw new StorageException(
                StorageFailure.Full,
                $"'{path}' needs {ByteText.Size(needed)} more, but its volume has only {ByteText.Size(free)} free. {advice}");
    }

    /// <summary>Returns whether the file is on an in-memory file system, as far as this can be determined.</summary>
    internal static bool IsInMemory(string path) => IsMemory(KindOf(path));

    /// <summary>Returns whether a file system of this name (<see cref="KindOf"/>) is in memory.</summary>
    internal static bool IsMemory(string kind) => kind is "tmpfs" or "ramfs";

    /// <summary>Returns whether the file is on FAT, which stores only even seconds; exFAT stores all.</summary>
    internal static bool IsFat(string path) =>
        KindOf(path).ToUpperInvariant() is "FAT" or "FAT12" or "FAT16" or "FAT32" or "VFAT" or "MSDOS";

    /// <summary>Returns the file system's name, as the system spells it ("ext4", "NTFS"); "unknown" when it cannot be determined.</summary>
    internal static string KindOf(string path)
    {
        try
        {
            return new DriveInfo(FolderOf(path)).DriveFormat;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return "unknown";
        }
    }

    internal static string Describe(string path) => Of(path) is { } free ? $"{ByteText.Size(free)} free" : "free space unknown";

    private static string FolderOf(string path) => Path.GetDirectoryName(Path.GetFullPath(path)) ?? path;

    private static bool IsWithin(string path, string mount) =>
        path.StartsWith(mount, StringComparison.Ordinal)
            && (mount.EndsWith('/') || path.Length == mount.Length || path[mount.Length] == '/');

    [LibraryImport("kernel32", EntryPoint = "GetCompressedFileSizeW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial uint GetCompressedFileSize(string path, out uint high);

    [LibraryImport("kernel32", EntryPoint = "GetDiskFreeSpaceExW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetDiskFreeSpaceEx(string folder, out ulong available, out ulong total, out ulong free);
}
