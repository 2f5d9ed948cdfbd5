using System.Runtime.Versioning;
using System.Security.Cryptography;
using System.Text;

namespace Accelerator.Jobs.Credentials;

/// <summary>DPAPI for the account of this process: no other account opens it, and no other computer.</summary>
[SupportedOSPlatform("windows")]
internal sealed class DpapiSeal : ISecretSeal
{
    /// <inheritdoc/>
    public byte[] Seal(string name, byte[] secret) => ProtectedData.Protect(secret, Entropy(name), DataProtectionScope.CurrentUser);

    /// <inheritdoc/>
    public byte[] Open(string name, byte[] seal) => ProtectedData.Unprotect(seal, Entropy(name), DataProtectionScope.CurrentUser);

    private static byte[] Entropy(string name) => Encoding.UTF8.GetBytes("Accelerator credential " + name);
}
