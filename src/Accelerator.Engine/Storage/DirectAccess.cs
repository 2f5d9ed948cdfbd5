using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>Opens files without the page cache.</summary>
internal static class DirectAccess
{
    private static readonly string[] Shares = ["nfs", "cifs", "smb", "9p", "ceph", "fuse"];

    /// <summary>Opens the file exclusively for this run.</summary>
    /// <param name="path">The file.</param>
    /// <param name="refusal">Why it cannot be opened unbuffered, without a full stop.</param>
    /// <returns>Null where that is not possible.</returns>
    /// <exception cref="StorageException">It cannot be opened at all.</exception>
    public static SafeFileHandle? TryOpen(string path, out string? refusal)
    {
        refusal = IsOnShare(path, out var kind)
            ? $"its folder is on a network share ({kind})" : FreeSpace.IsMemory(kind) ? "its folder is in memory" : null;
        if (refusal is not null) return null;

        var handle = ExclusiveFile.Open(path, OperatingSystem.IsWindows() ? WindowsFile.NoBuffering : FileOptions.None);
        try
        {
            refusal = OperatingSystem.IsWindows() ? RefusalOfWindows(handle, path) : RefusalOfLinux(handle, kind);
            return refusal is null ? handle : null;
        }
        finally
        {
            if (refusal is not null) handle.Dispose();
        }
    }

    private static bool IsOnShare(string path, out string kind)
    {
        kind = FreeSpace.KindOf(path);
        var name = kind;
        if (!OperatingSystem.IsWindows()) return Array.Exists(Shares, share => name.StartsWith(share, StringComparison.Ordinal));
        var root = Path.GetPathRoot(Path.GetFullPath(path))!;
        return root.StartsWith(@"\\", StringComparison.Ordinal) || new DriveInfo(root).DriveType == DriveType.Network;
    }

    // The drivers of compressed and encrypted files block on every unbuffered write.
    [SupportedOSPlatform("windows")]
    private static string? RefusalOfWindows(SafeFileHandle handle, string path)
    {
        if ((File.GetAttributes(handle) & (FileAttributes.Compressed | FileAttributes.Encrypted)) != FileAttributes.None)
            return "it is compressed or encrypted";
        var sector = WindowsFile.SectorOf(handle, path);
        return UnbufferedFileSink.Sector % sector == 0 ? null : $"its volume has sectors of {sector} bytes";
    }

    // Try a sector: some file systems accept the flag and refuse the first read.
    private static string? RefusalOfLinux(SafeFileHandle handle, string kind)
    {
        if (!Posix.SetDirect(handle)) return $"its file system ({kind}) does not support O_DIRECT";
        var sector = new Block(UnbufferedFileSink.Sector);
        try
        {
            RandomAccess.Read(handle, sector.GetSpan(), 0);
            return null;
        }
        catch (IOException)
        {
            return $"its file system ({kind}) takes no reads of {UnbufferedFileSink.Sector} bytes";
        }
        finally
        {
            sector.Free();
        }
    }
}
