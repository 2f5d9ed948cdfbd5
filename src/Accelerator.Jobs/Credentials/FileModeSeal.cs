namespace Accelerator.Jobs.Credentials;

/// <summary>No seal: Linux has none for a service, and the file's mode, 0600, is what keeps others out.</summary>
internal sealed class FileModeSeal : ISecretSeal
{
    /// <inheritdoc/>
    public byte[] Seal(string name, byte[] secret) => secret;

    /// <inheritdoc/>
    public byte[] Open(string name, byte[] seal) => seal;
}
