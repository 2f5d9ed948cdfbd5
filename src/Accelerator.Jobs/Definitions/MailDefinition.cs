namespace Accelerator.Jobs.Definitions;

/// <summary>Settings of alerts by mail.</summary>
/// <param name="Host">The mail server.</param>
/// <param name="Port">The server's port. Default 25.</param>
/// <param name="HasTls">Whether the connection must be upgraded to TLS by STARTTLS. Default true.</param>
/// <param name="From">The sender.</param>
/// <param name="To">The recipients.</param>
/// <param name="User">The login; null for none.</param>
/// <param name="Credential">The credential that holds the password; null for none.</param>
public sealed record MailDefinition(
    string Host, int Port, bool HasTls, string From, IReadOnlyList<string> To, string? User, string? Credential)
{
    // A record compares lists by reference, and reading the file again creates a new list.
    public bool Equals(MailDefinition? other) =>
        other is not null && (Host, Port, HasTls, From, User, Credential) == (other.Host, other.Port, other.HasTls, other.From, other.User,
            other.Credential) && To.SequenceEqual(other.To, StringComparer.Ordinal);

    public override int GetHashCode() => HashCode.Combine(Host, Port, From);
}
