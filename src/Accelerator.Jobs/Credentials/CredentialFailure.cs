namespace Accelerator.Jobs.Credentials;

/// <summary>Why a credential cannot be kept or had.</summary>
public enum CredentialFailure
{
    /// <summary>The name or the secret is none.</summary>
    Wrong,

    /// <summary>There is none of this name.</summary>
    Unknown,

    /// <summary>It was sealed by another account or on another computer, or its file was changed.</summary>
    Sealed,

    /// <summary>The disk refused.</summary>
    Disk,
}
