using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace Accelerator.Jobs.Control;

/// <summary>The Windows implementation of <see cref="PrivateFolder"/>.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsFolder
{
    /// <summary>The rights with which an account can change what is in a folder.</summary>
    public const FileSystemRights Changing = FileSystemRights.WriteData | FileSystemRights.AppendData
        | FileSystemRights.DeleteSubdirectoriesAndFiles
        | FileSystemRights.ChangePermissions | FileSystemRights.TakeOwnership;

    /// <summary>Creates the folder, or checks an existing one.</summary>
    public static void Make(DirectoryInfo folder, SecurityIdentifier? account)
    {
        if (!folder.Exists)
        {
            Create(folder, account);
            return;
        }
        Check(folder, account);
        if (IsClosed(folder, account)) return;
        try
        {
            folder.SetAccessControl(Rights(account));
        }
        catch (UnauthorizedAccessException e)
        {
            throw new IOException($"Other users can write to the folder {folder.FullName}, and this account cannot change that. "
                + "As an administrator, run ftpx service install, or use another folder with --data.", e);
        }
    }

    /// <summary>Checks an existing folder and changes nothing.</summary>
    /// <exception cref="IOException">The folder is a link, or it or its content belongs to an account that is not trusted.</exception>
    public static void Check(DirectoryInfo folder, SecurityIdentifier? account)
    {
        RefuseLink(folder);
        // The owner of a folder may change its permissions, and any user may create folders in ProgramData.
        if (OwnerOf(folder) is { } owner && !WindowsAccounts.IsTrusted(owner, account)) throw Strange(folder, owner);
        if (IsClosed(folder, account)) return;
        // The folder was open until now: any user may have put a job file there, or a link in place of a subfolder.
        foreach (var entry in Content(folder))
        {
            RefuseLink(entry);
            if (OwnerOf(entry) is { } one && !WindowsAccounts.IsTrusted(one, account)) throw Strange(folder, one);
        }
    }

    /// <summary>Refuses a folder that is a junction or a symbolic link: files would be written and deleted where it leads.</summary>
    /// <exception cref="IOException">It is one.</exception>
    public static void RefuseLink(FileSystemInfo entry)
    {
        if (IsLink(entry))
            throw new IOException($"{entry.FullName} is a link (a junction, a symbolic link or a mounted volume) to another place. "
                + "Remove the link, or give the real folder.");
    }

    /// <summary>Returns the first untrusted account that has one of these rights on a folder or a file; null if none has.</summary>
    /// <param name="rights">The rights.</param>
    public static IdentityReference? StrangerWith(FileSystemRights rights, FileSystemInfo entry, SecurityIdentifier? account) =>
        RulesOf(entry).FirstOrDefault(
            rule => rule.AccessControlType == AccessControlType.Allow && (rule.FileSystemRights & rights) != default
                && !rule.PropagationFlags.HasFlag(PropagationFlags.InheritOnly)
                && !WindowsAccounts.IsTrusted(rule.IdentityReference, account))?.IdentityReference;

    /// <summary>Gets the owner of a folder or a file; null if the file system has none.</summary>
    public static IdentityReference? OwnerOf(FileSystemInfo entry) =>
        Security(entry, AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier));

    // Parents, too, get rights of their own: on most drives, every user may rename a folder that inherits the rights of the root.
    private static void Create(DirectoryInfo folder, SecurityIdentifier? account)
    {
        if (folder.Parent is { Exists: false } parent) Create(parent, account);
        folder.Create(Rights(account));
    }

    private static bool IsLink(FileSystemInfo entry) => entry.Attributes.HasFlag(FileAttributes.ReparsePoint);

    private static IEnumerable<FileSystemInfo> Content(DirectoryInfo folder) => folder.EnumerateFileSystemInfos().SelectMany(
        entry => entry is DirectoryInfo inner && !IsLink(inner) ? Content(inner).Prepend(entry) : [entry]);

    private static FileSystemSecurity Security(FileSystemInfo entry, AccessControlSections sections) =>
        entry is DirectoryInfo folder ? folder.GetAccessControl(sections) : ((FileInfo)entry).GetAccessControl(sections);

    private static IEnumerable<FileSystemAccessRule> RulesOf(FileSystemInfo entry) => Security(entry, AccessControlSections.Access)
        .GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier)).Cast<FileSystemAccessRule>();

    private static IOException Strange(DirectoryInfo folder, IdentityReference owner) =>
        new($"The folder {folder.FullName}, or its content, belongs to {owner.Value}, "
            + "which is not an administrator and could have put anything there. Inspect it, move it away, and try again.");

    private static DirectorySecurity Rights(SecurityIdentifier? account)
    {
        using var self = WindowsIdentity.GetCurrent();
        var isAdministrator = new WindowsPrincipal(self).IsInRole(WindowsBuiltInRole.Administrator);
        var administrators = new SecurityIdentifier(WellKnownSidType.BuiltinAdministratorsSid, null);
        var rights = new DirectorySecurity();
        rights.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        // Otherwise one administrator would be the owner, whom the service does not recognize as one.
        if (isAdministrator) rights.SetOwner(administrators);
        foreach (var one in (IEnumerable<SecurityIdentifier?>)
        [
            new(WellKnownSidType.LocalSystemSid, null), administrators, new(WindowsAccounts.ServiceSid(ServiceNames.Service)), account,
            isAdministrator ? null : self.User,
        ])
        {
            if (one is null) continue;
            rights.AddAccessRule(new FileSystemAccessRule(one, FileSystemRights.FullControl,
                InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit, PropagationFlags.None, AccessControlType.Allow));
        }
        return rights;
    }

    private static bool IsClosed(DirectoryInfo folder, SecurityIdentifier? account) => StrangerWith(Changing, folder, account) is null
        && (account is null || RulesOf(folder).Any(
            rule => rule.IdentityReference == account && rule.FileSystemRights.HasFlag(FileSystemRights.Modify)));
}
