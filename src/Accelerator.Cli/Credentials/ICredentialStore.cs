using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>Somewhere a user's logins are kept: Windows' Credential Manager, or files.</summary>
internal interface ICredentialStore
{
    /// <summary>What it is.</summary>
    CredentialStoreKind Kind { get; }

    /// <summary>Whose passwords are here; never a password.</summary>
    /// <returns>The logins, and a sentence for each entry that cannot be used.</returns>
    /// <exception cref="CredentialStoreException">The place does not answer.</exception>
    (IReadOnlyList<SiteKey> Logins, IReadOnlyList<string> Problems) List();

    /// <summary>The password of one login, or null when it is not here.</summary>
    /// <exception cref="CredentialStoreException">The place does not answer, or its entry cannot be used.</exception>
    string? Read(SiteKey login);

    /// <summary>Keeps a password; the login's earlier one is replaced.</summary>
    /// <exception cref="CredentialStoreException">It is not kept.</exception>
    Task WriteAsync(SiteKey login, string password, CancellationToken cancellationToken);

    /// <summary>Forgets a login, also one whose entry cannot be used.</summary>
    /// <returns>Whether it was here.</returns>
    /// <exception cref="CredentialStoreException">It is still here.</exception>
    Task<bool> RemoveAsync(SiteKey login, CancellationToken cancellationToken);
}
