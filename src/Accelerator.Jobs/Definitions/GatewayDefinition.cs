using System.Net;

namespace Accelerator.Jobs.Definitions;

/// <summary>A gateway that the service runs: a local FTP server whose files are those of servers of the job file.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Listen">The endpoint for FTP.</param>
/// <param name="Servers">The servers, 1 or more. With one, clients log in as its users; with several they name the host.</param>
public sealed record GatewayDefinition(string Name, IPEndPoint Listen, IReadOnlyList<ServerDefinition> Servers)
{
    /// <summary>The servers that <see cref="ServerDefinition.Replicas"/> of its servers name. Empty, the default, for none.</summary>
    public IReadOnlyList<ServerDefinition> Replicas { get; init; } = [];

    /// <summary>
    /// The endpoint for HTTP; another than a loopback address has a token and a certificate. Null, the default, for no HTTP.
    /// </summary>
    public IPEndPoint? Http { get; init; }

    /// <summary>The credential with the token of HTTP clients; null, the default, for none.</summary>
    public string? HttpTokenCredential { get; init; }

    /// <summary>The file of the certificate for HTTPS, PFX or PEM; null, the default, for no TLS.</summary>
    public string? HttpCertificate { get; init; }

    /// <summary>The PEM file of the certificate's key; null, the default, if it is in the same file.</summary>
    public string? HttpKey { get; init; }

    /// <summary>The credential with the password of the key; null, the default, for none.</summary>
    public string? HttpKeyCredential { get; init; }

    /// <summary>The addresses of clients, each an address or a network such as 10.1.0.0/16; empty, the default, for any.</summary>
    public IReadOnlyList<string> Clients { get; init; } = [];

    /// <summary>The user of the gateway's own login, with which clients get the stored login of a server; null, the default, for
    /// none.</summary>
    public string? User { get; init; }

    /// <summary>The credential with the password of <see cref="User"/>; null without a user.</summary>
    public string? Credential { get; init; }

    /// <summary>The maximum number of clients. Default 100, 1 to 10,000.</summary>
    public int MaxClients { get; init; } = 100;

    /// <summary>The maximum number of clients of one address, or of one user of this computer, 1 to 10,000.</summary>
    public int MaxClientsPerAddress { get; init; } = 25;

    /// <summary>Whether a client gets the first byte of a file only when the whole file is verified. Default false.</summary>
    public bool VerifyFirst { get; init; }

    /// <summary>
    /// Returns whether a running gateway can stay as it is: only the options of its servers differ, which apply to the next logins.
    /// </summary>
    public bool IsLike(GatewayDefinition other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Name == other.Name && Listen.Equals(other.Listen) && Equals(Http, other.Http)
            && (User, Credential, VerifyFirst) == (other.User, other.Credential, other.VerifyFirst)
            && (MaxClients, MaxClientsPerAddress) == (other.MaxClients, other.MaxClientsPerAddress)
            && (HttpTokenCredential, HttpCertificate) == (other.HttpTokenCredential, other.HttpCertificate)
            && (HttpKey, HttpKeyCredential) == (other.HttpKey, other.HttpKeyCredential)
            && Clients.SequenceEqual(other.Clients)
            && Servers.Select(server => (server.Name, server.Endpoint)).SequenceEqual(
                other.Servers.Select(server => (server.Name, server.Endpoint)));
    }
}
