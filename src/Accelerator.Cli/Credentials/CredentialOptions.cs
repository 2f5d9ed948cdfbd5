namespace Accelerator.Cli.Credentials;

/// <summary>The parsed arguments of <c>ftpx credential</c>. They never contain a secret.</summary>
internal sealed record CredentialOptions
{
    public required CredentialVerb Verb { get; init; }

    /// <summary>The name of the service's credential, or the address of a login; null for a list.</summary>
    public string? Name { get; init; }

    /// <summary>Whether the command refers to the credentials of the service.</summary>
    public bool Service { get; init; }

    /// <summary>Whether to read the secret from standard input, even if it is a terminal.</summary>
    public bool PasswordStdin { get; init; }

    /// <summary>The data folder of the service; null for the default.</summary>
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
