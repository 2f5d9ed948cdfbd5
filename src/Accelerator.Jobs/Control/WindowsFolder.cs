using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace Accelerator.Jobs.Control;

/// <summary>The Windows implementation of <see cref="PrivateFolder"/>.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsFolder
{
    private const FileSystemRights Changing = FileSystemRights.WriteData | FileSystemRights.AppendData
        | FileSystemRights.DeleteSubdirectoriesAndFiles
        | FileSystemRights.ChangePermissions | FileSystemRights.TakeOwnership;

    /// <summary>Creates the folder, or checks an existing one.</summary>
    public static void Make(DirectoryInfo folder, SecurityIdentifier? account)
    {
        if (!folder.Exists)
        {
            folder.Parent?.Create();
            folder.Create(Rights(account));
            return;
        }
        // The owner of a folder may change its permissions, and any user may create folders in ProgramData.
        if (OwnerOf(folder) is { } owner && !WindowsAccounts.IsTrusted(owner, account)) throw Strange(folder, owner);
        if (IsClosed(folder, account)) return;
        // The folder was open until now: any user may have put a job file there.
        if (folder.EnumerateFiles().Select(OwnerOf).FirstOrDefault(
            one => one is not null && !WindowsAccounts.IsTrusted(one, account)) is { } stranger)
            throw Strange(folder, stranger);
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

    private static IdentityReference? OwnerOf(DirectoryInfo folder) =>
        folder.GetAccessControl(AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier));

    private static IdentityReference? OwnerOf(FileInfo file) =>
        file.GetAccessControl(AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier));

    private static bool IsClosed(DirectoryInfo folder, SecurityIdentifier? account)
    {
        var rules = folder.GetAccessControl(AccessControlSections.Access)
            .GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier))
            .Cast<FileSystemAccessRule>().ToList();
        return rules.All(rule => rule.AccessControlType == AccessControlType.Deny || (rule.FileSystemRights & Changing) == default
            || rule.PropagationFlags.HasFlag(PropagationFlags.InheritOnly)
            || WindowsAccounts.IsTrusted(rule.IdentityReference, account))
            && (account is null || rules.Any(
                rule => rule.IdentityReference == account && rule.FileSystemRights.HasFlag(FileSystemRights.Modify)));
    }
}
