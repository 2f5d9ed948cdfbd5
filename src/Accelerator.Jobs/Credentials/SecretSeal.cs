using System.Runtime.Versioning;
using System.Security.Cryptography;
using System.Text;

namespace Accelerator.Jobs.Credentials;

/// <summary>The seal of this process's account: the service's account for its credentials, a user's for stored logins.</summary>
public static class SecretSeal
{
    /// <summary>Returns DPAPI on Windows; elsewhere no seal, because the file's mode protects it.</summary>
    public static ISecretSeal OfThisAccount() => OperatingSystem.IsWindows() ? new DpapiSeal() : new FileModeSeal();
}

/// <summary>No seal: Linux has none for a service, and the file's mode, 0600, protects the secret.</summary>
internal sealed class FileModeSeal : ISecretSeal
{
    public byte[] Seal(string name, byte[] secret) => secret;

    public byte[] Open(string name, byte[] seal) => seal;
}

/// <summary>DPAPI for the account of this process: no other account or computer can open the secret.</summary>
[SupportedOSPlatform("windows")]
internal sealed class DpapiSeal : ISecretSeal
{
    public byte[] Seal(string name, byte[] secret) => ProtectedData.Protect(secret, Entropy(name), DataProtectionScope.CurrentUser);

    public byte[] Open(string name, byte[] seal) => ProtectedData.Unprotect(seal, Entropy(name), DataProtectionScope.CurrentUser);

    private static byte[] Entropy(string name) => Encoding.UTF8.GetBytes("Accelerator credential " + name);
}
