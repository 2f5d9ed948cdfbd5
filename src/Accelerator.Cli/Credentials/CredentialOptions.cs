namespace Accelerator.Cli.Credentials;

/// <summary>What was typed after <c>ftpx credential</c>. Never a secret.</summary>
internal sealed record CredentialOptions
{
    public required CredentialVerb Verb { get; init; }

    /// <summary>The service's credential, or the address of a login; null for a list.</summary>
    public string? Name { get; init; }

    /// <summary>Whether the service's are meant.</summary>
    public bool Service { get; init; }

    /// <summary>Whether the secret is on standard input, terminal or not.</summary>
    public bool PasswordStdin { get; init; }

    /// <summary>The service's data folder; null for the usual one.</summary>
    public string? Data { get; init; }

    public bool Json { get; init; }
}

/// <summary>The commands of <c>ftpx credential</c>.</summary>
internal enum CredentialVerb
{
    Set,
    List,
    Remove,
}
