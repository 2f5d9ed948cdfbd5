namespace Accelerator.Cli.Credentials;

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
