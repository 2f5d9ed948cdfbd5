using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Settings;

/// <summary>How the gateway connects to one upstream server.</summary>
/// <param name="Endpoint">The server, with its protection.</param>
/// <param name="Request">The options of its transfers: streams, limits, charset, TLS and the local path. Its items are ignored.</param>
public sealed record UpstreamServer(FtpEndpoint Endpoint, TransferRequest Request)
{
    /// <summary>The proxy to the server; null, the default, for none.</summary>
    public ProxyAddress? Proxy { get; init; }

    /// <summary>
    /// The login at the server when clients log in at the gateway itself; null, the default: the client's own login is passed on.
    /// </summary>
    public FtpCredential? Credential { get; init; }

    /// <summary>Further servers with the same files. Empty, the default, for none.</summary>
    public IReadOnlyList<UpstreamReplica> Replicas { get; init; } = [];
}
