using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;
using Accelerator.Jobs.Control;

namespace Accelerator.Jobs.Installing;

/// <summary>
/// Checks the folders of the Windows service before its registration is changed: the installer registers it as SYSTEM, and the service runs
/// what is in the one folder as the other says.
/// </summary>
[SupportedOSPlatform("windows")]
public static class ServiceFolders
{
    // With one of these rights on a folder, an account can put another folder in its place or in the place of what is in it.
    private const FileSystemRights Replacing = FileSystemRights.Delete | FileSystemRights.DeleteSubdirectoriesAndFiles
        | FileSystemRights.ChangePermissions | FileSystemRights.TakeOwnership;

    /// <summary>Checks the folders of the data and of the program, and changes nothing.</summary>
    /// <exception cref="ServiceControlException">One is not local, is a link, or can be changed or replaced by other users.</exception>
    internal static void Check(ServiceInstallation wanted)
    {
        try
        {
            var account = WindowsServiceControl.SidOf(wanted.Account) is { } sid ? new SecurityIdentifier(sid) : null;
            CheckData(new DirectoryInfo(wanted.Data ?? DataFolder.OfWindows()), account);
            CheckProgram(new FileInfo(wanted.Executable));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ServiceControlException(
                ServiceControlFailure.Refused, $"The registration of the service was not changed: {e.Message}", e);
        }
    }

    /// <summary>Creates the default data folder for the service, which need not be installed, or checks an existing one.</summary>
    /// <exception cref="IOException">The folder cannot be created, or others may write to it; a sentence.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be created.</exception>
    public static void MakeDataFolder()
    {
        string? account = null;
        try
        {
            if (new WindowsServiceControl().Read() is { } report) account = WindowsServiceControl.SidOf(report.Account);
        }
        catch (ServiceControlException)
        {
            // Without a SID, the rights are those for the virtual account.
        }
        PrivateFolder.Make(DataFolder.OfWindows(), account);
    }

    private static void CheckData(DirectoryInfo data, SecurityIdentifier? account)
    {
        RefuseRemote(data);
        RefuseReplaceable(data.Parent, account);
        if (data.Exists) WindowsFolder.Check(data, account);
    }

    private static void CheckProgram(FileInfo program)
    {
        var folder = program.Directory!;
        RefuseRemote(folder);
        foreach (var entry in (FileSystemInfo[])[program, folder])
        {
            WindowsFolder.RefuseLink(entry);
            if (WindowsFolder.StrangerWith(WindowsFolder.Changing, entry, null) is { } stranger)
                throw new IOException($"{entry.FullName} can be changed by {NameOf(stranger)}, and the service runs the programs in it. "
                    + "Install Accelerator in a folder that only administrators can write to.");
        }
        RefuseReplaceable(folder, null);
    }

    private static void RefuseRemote(DirectoryInfo folder)
    {
        var root = folder.Root.FullName;
        if (root.StartsWith(@"\\", StringComparison.Ordinal) || new DriveInfo(root).DriveType == DriveType.Network)
            throw new IOException($"{folder.FullName} is not on a drive of this computer. Give a local folder.");
    }

    // The root of a drive cannot be renamed or deleted, and new drives belong to the user who has formatted them.
    private static void RefuseReplaceable(DirectoryInfo? folder, SecurityIdentifier? account)
    {
        for (; folder is not null; folder = folder.Parent)
        {
            if (!folder.Exists) continue;
            var isRoot = folder.Parent is null;
            if (!isRoot) WindowsFolder.RefuseLink(folder);
            var stranger = WindowsFolder.StrangerWith(isRoot ? Replacing & ~FileSystemRights.Delete : Replacing, folder, account);
            if (stranger is null && !isRoot && WindowsFolder.OwnerOf(folder) is { } owner && !WindowsAccounts.IsTrusted(owner, account))
                stranger = owner;
            if (stranger is not null)
                throw new IOException($"{NameOf(stranger)} can delete or rename {folder.FullName} or what is in it, and put another folder "
                    + "in its place. Take that right away (icacls), or give a folder that only administrators can change.");
        }
    }

    private static string NameOf(IdentityReference account)
    {
        try
        {
            return account.Translate(typeof(NTAccount)).Value;
        }
        catch (Exception e) when (e is IdentityNotMappedException or SystemException)
        {
            return account.Value;
        }
    }
}
