namespace Accelerator.Jobs.Definitions;

/// <summary>Alerts by mail.</summary>
/// <param name="Host">The mail server.</param>
/// <param name="Port">Its port. Default 25.</param>
/// <param name="HasTls">Whether the connection must become TLS by STARTTLS. Default true.</param>
/// <param name="From">The sender.</param>
/// <param name="To">The receivers.</param>
/// <param name="User">Who logs in; null for nobody.</param>
/// <param name="Credential">The credential that holds the password; null for none.</param>
public sealed record MailDefinition(
    string Host, int Port, bool HasTls, string From, IReadOnlyList<string> To, string? User, string? Credential)
{
    // A record compares lists by reference; a file that is read again has another one.
    /// <inheritdoc/>
    public bool Equals(MailDefinition? other) =>
        other is not null && (Host, Port, HasTls, From, User, Credential) == (other.Host, other.Port, other.HasTls, other.From, other.User,
            other.Credential) && To.SequenceEqual(other.To, StringComparer.Ordinal);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Host, Port, From);
}
