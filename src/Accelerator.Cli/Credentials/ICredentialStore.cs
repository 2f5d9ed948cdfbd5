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

/// <summary>The kinds of places that keep a user's logins.</summary>
/// <param name="Name">In lists and JSON.</param>
/// <param name="Phrase">In a sentence, after "in".</param>
internal sealed record CredentialStoreKind(string Name, string Phrase)
{
    /// <summary>Windows' Credential Manager.</summary>
    public static CredentialStoreKind Manager { get; } = new("manager", "Windows' Credential Manager");

    /// <summary>A file of the user's.</summary>
    public static CredentialStoreKind File { get; } = new("file", "a file of yours");
}

/// <summary>A login whose password is kept. Never the password.</summary>
/// <param name="Login">Who, and where.</param>
/// <param name="Place">Where it is kept.</param>
internal sealed record StoredCredential(SiteKey Login, CredentialStoreKind Place);

/// <summary>A login cannot be kept or had. The message is a sentence that never holds a password.</summary>
internal sealed class CredentialStoreException(string message, Exception? cause = null) : Exception(message, cause);
