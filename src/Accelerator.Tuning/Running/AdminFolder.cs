using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace Accelerator.Tuning.Running;

/// <summary>
/// A folder that only administrators may write to. Every user may create folders in ProgramData, and administrators roll back from the
/// journals in this one.
/// </summary>
internal static partial class AdminFolder
{
    private const UnixFileMode Everyone = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;
    [SupportedOSPlatform("windows")]
    private const FileSystemRights Changing = FileSystemRights.WriteData | FileSystemRights.AppendData
        | FileSystemRights.DeleteSubdirectoriesAndFiles | FileSystemRights.ChangePermissions | FileSystemRights.TakeOwnership;

    /// <summary>Creates the folder with rights under which only administrators may write to it; leaves an existing one unchanged.</summary>
    /// <exception cref="IOException">The folder could not be created, or others may write to it.</exception>
    public static void Make(string path)
    {
        if (Directory.Exists(path)) Check(path);
        else if (OperatingSystem.IsWindows()) Create(new DirectoryInfo(path));
        // An umask takes rights away and adds none.
        else Directory.CreateDirectory(path, Everyone);
    }

    /// <summary>Checks an existing folder.</summary>
    /// <exception cref="IOException">The folder is a link, belongs to another user, or others may write to it; a sentence.</exception>
    public static void Check(string path)
    {
        if (OperatingSystem.IsWindows()) CheckOnWindows(new DirectoryInfo(path));
        else CheckOnLinux(path);
    }

    [UnsupportedOSPlatform("windows")]
    private static void CheckOnLinux(string path)
    {
        const int NotFollowed = 0x100;  // AT_SYMLINK_NOFOLLOW
        if (new DirectoryInfo(path).LinkTarget is not null) RefuseOwner(path, NotFollowed);
        RefuseOwner(path, 0);
        if ((File.GetUnixFileMode(path) & (UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)) != UnixFileMode.None)
            throw new IOException($"Other users may write journals to the folder {path}. Inspect it, then run: chmod go-w {path}.");
    }

    private static void RefuseOwner(string path, int flags)
    {
        if (OwnerOf(path, flags) is var owner && owner != 0 && owner != EffectiveUser())
            throw new IOException($"The folder {path} belongs to the user with the ID {owner}, who can write journals to it. "
                + "Inspect it, move it away, and try again.");
    }

    [SupportedOSPlatform("windows")]
    private static void Create(DirectoryInfo folder)
    {
        if (folder.Parent is { Exists: false } parent) Create(parent);
        var rights = new DirectorySecurity();
        rights.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        rights.AddAccessRule(Rule(WellKnownSidType.LocalSystemSid, FileSystemRights.FullControl));
        rights.AddAccessRule(Rule(WellKnownSidType.BuiltinAdministratorsSid, FileSystemRights.FullControl));
        rights.AddAccessRule(Rule(WellKnownSidType.BuiltinUsersSid, FileSystemRights.ReadAndExecute));
        folder.Create(rights);
    }

    [SupportedOSPlatform("windows")]
    private static void CheckOnWindows(DirectoryInfo folder)
    {
        if (folder.Attributes.HasFlag(FileAttributes.ReparsePoint))
            throw new IOException($"The folder {folder.FullName} is a link to another place. Inspect it, remove it, and try again.");
        using var self = WindowsIdentity.GetCurrent();
        var security = folder.GetAccessControl(AccessControlSections.Owner | AccessControlSections.Access);
        if (security.GetOwner(typeof(SecurityIdentifier)) is { } owner && !IsAdministrator(owner, self))
            throw new IOException($"The folder {folder.FullName} was created by a user who is not an administrator, "
                + "and that user can write journals to it. Inspect it, move it away, and try again.");
        var isOpen = security.GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier))
            .Cast<FileSystemAccessRule>().Any(rule => rule.AccessControlType == AccessControlType.Allow
                && (rule.FileSystemRights & Changing) != default && !rule.PropagationFlags.HasFlag(PropagationFlags.InheritOnly)
                && !IsAdministrator(rule.IdentityReference, self));
        if (isOpen)
            throw new IOException($"Users who are not administrators can write journals to the folder {folder.FullName}. "
                + "Inspect it, move it away, and try again.");
    }

    // The account that changes settings is elevated, and therefore belongs to an administrator.
    [SupportedOSPlatform("windows")]
    private static bool IsAdministrator(IdentityReference account, WindowsIdentity self) => account is SecurityIdentifier sid
        && (sid.IsWellKnown(WellKnownSidType.LocalSystemSid) || sid.IsWellKnown(WellKnownSidType.BuiltinAdministratorsSid)
            || sid == self.User);

    [SupportedOSPlatform("windows")]
    private static FileSystemAccessRule Rule(WellKnownSidType account, FileSystemRights rights) =>
        new(new SecurityIdentifier(account, null), rights, InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit,
            PropagationFlags.None, AccessControlType.Allow);

    private static unsafe uint OwnerOf(string path, int flags)
    {
        const int Size = 256;
        const uint Basic = 0x7ff;  // STATX_BASIC_STATS
        const int Owner = 20;      // stx_uid
        var found = stackalloc byte[Size];
        return StatX(-100, path, flags, Basic, found) == 0
            ? *(uint*)(found + Owner) : throw new IOException($"{path}: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static unsafe partial int StatX(int folder, string path, int flags, uint mask, byte* found);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial uint EffectiveUser();
}
