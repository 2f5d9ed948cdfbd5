namespace Accelerator.Jobs.Credentials;

/// <summary>Why a credential cannot be stored or read.</summary>
public enum CredentialFailure
{
    /// <summary>The name or the secret is not valid.</summary>
    Wrong,

    /// <summary>There is no credential of this name.</summary>
    Unknown,

    /// <summary>The credential was sealed by another account or on another computer, or its file was changed.</summary>
    Sealed,

    /// <summary>A disk operation failed.</summary>
    Disk,
}
