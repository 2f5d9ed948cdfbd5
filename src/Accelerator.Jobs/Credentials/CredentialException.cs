namespace Accelerator.Jobs.Credentials;

/// <summary>A credential cannot be kept or had. The message is a sentence that names it and never its secret.</summary>
public sealed class CredentialException(CredentialFailure kind, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>Why.</summary>
    public CredentialFailure Kind { get; } = kind;
}
