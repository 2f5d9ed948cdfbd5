using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Principal;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Control;

/// <summary>
/// A folder that only its owner may use, and on Windows also SYSTEM, administrators and the service. Its content decides what the service
/// fetches and runs, so a folder that others may write is refused.
/// </summary>
public static partial class PrivateFolder
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private const UnixFileMode WrittenByOthers = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
    private const int NotFollowed = 0x100;  // AT_SYMLINK_NOFOLLOW

    /// <summary>Creates the folder, or checks an existing one.</summary>
    /// <param name="path">A full path.</param>
    /// <param name="account">On Windows the SID of the service's account if it is not the virtual account; null otherwise.</param>
    /// <exception cref="IOException">The folder cannot be created, or others may write to it; a sentence.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be created.</exception>
    public static void Make(string path, string? account)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        if (OperatingSystem.IsWindows())
            WindowsFolder.Make(new DirectoryInfo(path), account is null ? null : new SecurityIdentifier(account));
        else MakeOnLinux(path);
    }

    /// <summary>
    /// Returns whether a user may run the service: root, the user of this process, or the service's own account. That is the owner of the
    /// default data folder, which only root can have created.
    /// </summary>
    [UnsupportedOSPlatform("windows")]
    internal static bool IsTrusted(uint user) => user == 0 || user == EffectiveUser()
        || (Directory.Exists(DataFolder.OfLinux) && OwnerOf(DataFolder.OfLinux) == user);

    /// <summary>Returns whether only the owner may write to the folder, so that a socket in it is the owner's.</summary>
    [UnsupportedOSPlatform("windows")]
    internal static bool IsOwners(string path) => (File.GetUnixFileMode(path) & WrittenByOthers) == UnixFileMode.None;

    [UnsupportedOSPlatform("windows")]
    private static void MakeOnLinux(string path)
    {
        // A link is followed only if root or the current user has made it.
        if (new DirectoryInfo(path).LinkTarget is not null) RefuseStranger(path, NotFollowed);
        var isNew = !Directory.Exists(path);
        Directory.CreateDirectory(path, Owner);
        // The umask may have removed permissions.
        if (isNew) File.SetUnixFileMode(path, Owner);
        if (!IsOwners(path))
            throw new IOException($"The folder {SafeText.Escape(path)} is writable by other users, "
                + "and its content controls the service. Run chmod 700 on it, or use another folder with --data.");
        RefuseStranger(path, 0);
    }

    [UnsupportedOSPlatform("windows")]
    private static void RefuseStranger(string path, int flags)
    {
        if (OwnerOf(path, flags) is var owner && owner != 0 && owner != EffectiveUser())
            throw new IOException($"The folder {SafeText.Escape(path)} belongs to the user with the ID {owner}, "
                + "which is neither root nor the current user. Use another folder with --data.");
    }

    /// <summary>Returns the ID of the user who owns a folder. A link to it is followed, unless the flags say otherwise.</summary>
    /// <exception cref="IOException">The folder cannot be examined.</exception>
    [UnsupportedOSPlatform("windows")]
    internal static unsafe uint OwnerOf(string path, int flags = 0)
    {
        const int Size = 256;
        const uint Basic = 0x7ff;  // STATX_BASIC_STATS
        const int Owned = 20;      // stx_uid
        var found = stackalloc byte[Size];
        return StatX(-100, path, flags, Basic, found) == 0
            ? *(uint*)(found + Owned) : throw new IOException($"{path}: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static unsafe partial int StatX(int folder, string path, int flags, uint mask, byte* found);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial uint EffectiveUser();
}
