using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace Accelerator.Jobs.Control;

/// <summary>The rights of <see cref="PrivateFolder"/> as Windows has them.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsFolder
{
    private const FileSystemRights Changing = FileSystemRights.WriteData | FileSystemRights.AppendData | FileSystemRights.DeleteSubdirectoriesAndFiles
        | FileSystemRights.ChangePermissions | FileSystemRights.TakeOwnership;

    /// <summary>Makes it, or makes sure of it.</summary>
    public static void Make(DirectoryInfo folder, SecurityIdentifier? account)
    {
        if (!folder.Exists)
        {
            folder.Parent?.Create();
            folder.Create(Rights(account));
            return;
        }
        if (Stranger(folder, account) is { } stranger)
            throw new IOException($"The folder {folder.FullName}, or what lies in it, belongs to {stranger}, who is no administrator and may have put anything there. Look into it, move it away, and try again.");
        if (IsClosed(folder, account)) return;
        try
        {
            folder.SetAccessControl(Rights(account));
        }
        catch (UnauthorizedAccessException e)
        {
            throw new IOException($"Others may write in the folder {folder.FullName}, and this account may not change that. Type ftpx service install as an administrator, or name another with --data.", e);
        }
    }

    private static DirectorySecurity Rights(SecurityIdentifier? account)
    {
        using var self = WindowsIdentity.GetCurrent();
        var rights = new DirectorySecurity();
        rights.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        foreach (var one in (IEnumerable<SecurityIdentifier?>)
        [
            new(WellKnownSidType.LocalSystemSid, null), new(WellKnownSidType.BuiltinAdministratorsSid, null), new(WindowsAccounts.ServiceSid(ServiceNames.Service)), account,
            self.User,
        ])
        {
            if (one is null) continue;
            rights.AddAccessRule(new FileSystemAccessRule(one, FileSystemRights.FullControl, InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit, PropagationFlags.None, AccessControlType.Allow));
        }
        return rights;
    }

    // The owner of a folder may change its rights, and the owner of a file what is in it.
    private static string? Stranger(DirectoryInfo folder, SecurityIdentifier? account)
    {
        foreach (var owner in folder.EnumerateFiles().Select(file => file.GetAccessControl(AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier)))
            .Prepend(folder.GetAccessControl(AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier))))
        {
            if (owner is not null && !WindowsAccounts.IsTrusted(owner, account)) return owner.Value;
        }
        return null;
    }

    private static bool IsClosed(DirectoryInfo folder, SecurityIdentifier? account)
    {
        var rules = folder.GetAccessControl(AccessControlSections.Access).GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier)).Cast<FileSystemAccessRule>();
        return rules.All(rule => rule.AccessControlType == AccessControlType.Deny || (rule.FileSystemRights & Changing) == default || rule.PropagationFlags.HasFlag(PropagationFlags.InheritOnly)
            || WindowsAccounts.IsTrusted(rule.IdentityReference, account))
            && (account is null || rules.Any(rule => rule.IdentityReference == account && rule.FileSystemRights.HasFlag(FileSystemRights.Modify)));
    }
}
