using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using System.Security.Principal;
using System.Text;

namespace Accelerator.Jobs.Control;

/// <summary>The accounts that may run the service or change its files.</summary>
internal static class WindowsAccounts
{
    /// <summary>
    /// Returns the SID of a service, which is also that of its virtual account: S-1-5-80 and the SHA-1 of its name in capitals.
    /// </summary>
    [SuppressMessage("Security", "CA5350:Do Not Use Weak Cryptographic Algorithms",
        Justification = "Windows defines this form, and nothing is verified with it.")]
    public static string ServiceSid(string service)
    {
        var hash = SHA1.HashData(Encoding.Unicode.GetBytes(service.ToUpperInvariant()));
        return string.Join('-', Enumerable.Range(0, 5).Select(i => BinaryPrimitives.ReadUInt32LittleEndian(hash.AsSpan(4 * i))).Prepend(80u)
            .Select(part => part.ToString())).Insert(0, "S-1-5-");
    }

    /// <summary>
    /// Returns whether an account is SYSTEM, the administrators, Windows Modules Installer, the service's virtual account, the account of
    /// this process, or the given account.
    /// </summary>
    [SupportedOSPlatform("windows")]
    public static bool IsTrusted(IdentityReference? account, SecurityIdentifier? another = null)
    {
        if (account is not SecurityIdentifier sid) return false;
        using var self = WindowsIdentity.GetCurrent();
        return sid.IsWellKnown(WellKnownSidType.LocalSystemSid) || sid.IsWellKnown(WellKnownSidType.BuiltinAdministratorsSid)
            || sid.Value == ServiceSid("TrustedInstaller") || sid.Value == ServiceSid(ServiceNames.Service) || sid == self.User
            || sid == another;
    }
}
