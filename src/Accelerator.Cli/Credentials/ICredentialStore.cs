using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>A store for a user's logins: the Windows Credential Manager, or files.</summary>
internal interface ICredentialStore
{
    /// <summary>The kind of store.</summary>
    CredentialStoreKind Kind { get; }

    /// <summary>Returns the place where a login is stored, safe to print, for a sentence after "in".</summary>
    string WhereIs(SiteKey login);

    /// <summary>Lists the stored logins, never a password.</summary>
    /// <returns>The logins, and a sentence for each unusable entry.</returns>
    /// <exception cref="CredentialStoreException">The store does not answer.</exception>
    (IReadOnlyList<SiteKey> Logins, IReadOnlyList<string> Problems) List();

    /// <summary>Returns the password of one login, or null if it is not stored here.</summary>
    /// <exception cref="CredentialStoreException">The store does not answer, or its entry is unusable.</exception>
    string? Read(SiteKey login);

    /// <summary>Stores a password and replaces the login's earlier one.</summary>
    /// <exception cref="CredentialStoreException">The password was not stored.</exception>
    Task WriteAsync(SiteKey login, string password, CancellationToken cancellationToken);

    /// <summary>Removes a login, even if its entry is unusable.</summary>
    /// <returns>Whether the login was stored here.</returns>
    /// <exception cref="CredentialStoreException">The login is still stored here.</exception>
    Task<bool> RemoveAsync(SiteKey login, CancellationToken cancellationToken);
}

/// <summary>The kinds of stores for a user's logins.</summary>
/// <param name="Name">The name in lists and JSON.</param>
internal sealed record CredentialStoreKind(string Name)
{
    /// <summary>The Windows Credential Manager.</summary>
    public static CredentialStoreKind Manager { get; } = new("manager");

    /// <summary>A file that belongs to the user.</summary>
    public static CredentialStoreKind File { get; } = new("file");
}

/// <summary>A login with a stored password. It never contains the password.</summary>
/// <param name="Login">The user and the server.</param>
/// <param name="Place">The store that holds the password.</param>
internal sealed record StoredCredential(SiteKey Login, CredentialStoreKind Place);

/// <summary>Thrown if a login cannot be stored or read. The message is a sentence that never contains a password.</summary>
internal sealed class CredentialStoreException(string message, Exception? cause = null) : Exception(message, cause);
