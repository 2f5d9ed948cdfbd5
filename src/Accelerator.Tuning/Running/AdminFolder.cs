using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace Accelerator.Tuning.Running;

/// <summary>
/// A folder that only administrators may write to. Every user may create folders in ProgramData, and administrators roll back from the
/// journals in this one.
/// </summary>
[SupportedOSPlatform("windows")]
internal static class AdminFolder
{
    /// <summary>Creates the folder, with its own access rules and none of its parent's; leaves an existing one unchanged.</summary>
    /// <exception cref="IOException">The folder could not be created, or its owner is not an administrator.</exception>
    public static void Make(string path)
    {
        var folder = new DirectoryInfo(path);
        if (folder.Exists)
        {
            Refuse(folder);
            return;
        }
        Directory.CreateDirectory(folder.Parent!.FullName);
        var rights = new DirectorySecurity();
        rights.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        rights.AddAccessRule(Rule(WellKnownSidType.LocalSystemSid, FileSystemRights.FullControl));
        rights.AddAccessRule(Rule(WellKnownSidType.BuiltinAdministratorsSid, FileSystemRights.FullControl));
        rights.AddAccessRule(Rule(WellKnownSidType.BuiltinUsersSid, FileSystemRights.ReadAndExecute));
        folder.Create(rights);
    }

    // The account that runs this is elevated, and therefore belongs to an administrator.
    private static void Refuse(DirectoryInfo folder)
    {
        if (folder.GetAccessControl(AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier)) is not SecurityIdentifier owner)
            return;
        using var self = WindowsIdentity.GetCurrent();
        if (owner.IsWellKnown(WellKnownSidType.LocalSystemSid) || owner.IsWellKnown(WellKnownSidType.BuiltinAdministratorsSid)
            || owner == self.User)
            return;
        throw new IOException($"The folder {folder.FullName} was created by a user who is not an administrator, "
            + "and that user can write journals to it. Inspect it, move it away, and try again.");
    }

    private static FileSystemAccessRule Rule(WellKnownSidType account, FileSystemRights rights) =>
        new(new SecurityIdentifier(account, null), rights, InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit,
            PropagationFlags.None, AccessControlType.Allow);
}
