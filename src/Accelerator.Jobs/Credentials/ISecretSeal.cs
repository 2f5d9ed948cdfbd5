namespace Accelerator.Jobs.Credentials;

/// <summary>Protects a secret from readers of its file.</summary>
public interface ISecretSeal
{
    /// <summary>Seals a secret for one name: a renamed file can no longer be opened.</summary>
    byte[] Seal(string name, byte[] secret);

    /// <summary>Opens a sealed secret.</summary>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The secret was sealed by another account or computer, or for
    /// another name.</exception>
    byte[] Open(string name, byte[] seal);
}
