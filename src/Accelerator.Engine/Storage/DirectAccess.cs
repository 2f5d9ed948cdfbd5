using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>Takes the page cache out of an open file's way.</summary>
internal static class DirectAccess
{
    private static readonly string[] Shares = ["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "fuse"];

    /// <summary>Switches it off, and tries a sector: some file systems take the flag and refuse the first read.</summary>
    /// <returns>Null when it is off; else why it cannot be, to be followed by a full stop.</returns>
    public static string? TryEnable(SafeFileHandle handle, string path)
    {
        if (!OperatingSystem.IsLinux()) return "this build does so on Linux only";
        var kind = FreeSpace.KindOf(path);
        if (kind is "tmpfs" or "ramfs") return "its folder lies in memory";
        if (Shares.Any(share => kind.StartsWith(share, StringComparison.Ordinal))) return $"its folder is on a network share ({kind})";
        if (!Posix.SetDirect(handle, isDirect: true)) return $"its file system ({kind}) knows no O_DIRECT";

        var sector = new Block(UnbufferedFileSink.Sector);
        try
        {
            RandomAccess.Read(handle, sector.GetSpan(), 0);
            return null;
        }
        catch (IOException)
        {
            Posix.SetDirect(handle, isDirect: false);
            return $"its file system ({kind}) takes no reads of {UnbufferedFileSink.Sector} bytes";
        }
        finally
        {
            sector.Free();
        }
    }
}
