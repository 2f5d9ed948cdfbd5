using System.Net;
using Accelerator.Cli.Options;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Gateway;

/// <summary>The parsed arguments of <c>ftpx gateway</c>.</summary>
internal sealed record GatewayOptions : TransferOptions
{
    /// <summary>The endpoint to listen on.</summary>
    public IPEndPoint Listen { get; init; } = GatewayValues.UsualListen;

    /// <summary>The endpoint to serve HTTP on; null for no HTTP.</summary>
    public IPEndPoint? Http { get; init; }

    /// <summary>The file with the token of HTTP clients; null if there is none.</summary>
    public string? HttpTokenFile { get; init; }

    /// <summary>The file of the certificate for HTTPS; null for no TLS.</summary>
    public string? HttpCertificate { get; init; }

    /// <summary>The file of the certificate's key; null if it is in the same file.</summary>
    public string? HttpKey { get; init; }

    /// <summary>The only server, as typed; null if clients name it.</summary>
    public string? Upstream { get; init; }

    /// <summary>The servers that clients may name.</summary>
    public IReadOnlyList<UpstreamRule> Allowed { get; init; } = [];

    /// <summary>The addresses of clients; empty for any.</summary>
    public IReadOnlyList<IPNetwork> Clients { get; init; } = [];

    /// <summary>The user of the gateway's own login; null if clients log in at the server.</summary>
    public string? GatewayUser { get; init; }

    /// <summary>Maximum number of client sessions.</summary>
    public int MaxClients { get; init; } = GatewayValues.UsualClients;

    /// <summary>Maximum number of client sessions of one address, or of one user of this computer; null for a quarter of all.</summary>
    public int? MaxClientsPerAddress { get; init; }

    /// <summary>The bounds of the read-ahead of small files.</summary>
    public ReadAheadSettings ReadAhead { get; init; } = GatewayValues.UsualAhead;

    /// <summary>Whether commands that change the server are passed on.</summary>
    public bool AllowChanges { get; init; }

    /// <summary>Whether a file is verified before its first byte is sent.</summary>
    public bool VerifyFirst { get; init; }
}
