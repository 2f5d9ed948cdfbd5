namespace Accelerator.Jobs.Credentials;

/// <summary>A credential that cannot be stored or read. The message is a sentence with the credential's name, never its secret.</summary>
public sealed class CredentialException(CredentialFailure kind, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>The reason.</summary>
    public CredentialFailure Kind { get; } = kind;
}
