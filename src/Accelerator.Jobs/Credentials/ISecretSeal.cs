namespace Accelerator.Jobs.Credentials;

/// <summary>What makes a secret worthless to whoever reads its file.</summary>
public interface ISecretSeal
{
    /// <summary>Closes it, for one name: a file that is renamed opens no more.</summary>
    byte[] Seal(string name, byte[] secret);

    /// <summary>Opens it.</summary>
    /// <exception cref="System.Security.Cryptography.CryptographicException">Another account or computer has sealed it, or for another
    /// name.</exception>
    byte[] Open(string name, byte[] seal);
}
