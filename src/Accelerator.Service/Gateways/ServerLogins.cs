using System.Collections.Concurrent;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Gateways;

/// <summary>How a gateway connects to its servers: with the options that the job file has for them now.</summary>
/// <param name="vault">The stored credentials.</param>
/// <param name="sites">What was learned about servers.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Receives why a replica is not used.</param>
internal sealed class ServerLogins(CredentialVault vault, SiteMemory sites, TimeProvider time, ILogger log)
{
    // By the server's name: the windows that were read last, and the limit of all gateways together, which follows them.
    private readonly ConcurrentDictionary<string, IReadOnlyList<BandwidthWindow>> _windows = [];
    private readonly ConcurrentDictionary<string, RateBudget> _rates = [];

    /// <summary>Returns how to connect to the server that a client has named.</summary>
    /// <param name="gateway">The gateway.</param>
    /// <param name="host">The host.</param>
    /// <param name="port">The port; null for the usual one.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The gateway has no such server, or a credential cannot be read.</exception>
    public async Task<UpstreamServer> ResolveAsync(
        GatewayDefinition gateway, string host, int? port, CancellationToken cancellationToken)
    {
        var server = gateway.Servers.FirstOrDefault(one => one.Endpoint.Host.Equals(host, StringComparison.OrdinalIgnoreCase)
            && (port is null || one.Endpoint.Port == port))
            ?? throw new TransferException(
                FailureKind.Login, $"{SafeText.Escape(host)} is not a server of this gateway (servers in the job file).");
        try
        {
            return new UpstreamServer(server.Endpoint, RequestOf(server))
            {
                Proxy = await ProxyOfAsync(server, cancellationToken).ConfigureAwait(false),
                Credential = gateway.User is null ? null : await vault.LoginAsync(server, cancellationToken).ConfigureAwait(false),
                Replicas = await ReplicasOfAsync(gateway, server, cancellationToken).ConfigureAwait(false),
            };
        }
        catch (CredentialException e)
        {
            throw new TransferException(FailureKind.Login, e.Message, e);
        }
    }

    private async Task<IReadOnlyList<UpstreamReplica>> ReplicasOfAsync(
        GatewayDefinition gateway, ServerDefinition server, CancellationToken cancellationToken)
    {
        var replicas = new List<UpstreamReplica>();
        foreach (var other in gateway.Replicas.Where(one => server.Replicas.Contains(one.Name)))
        {
            var refusal = gateway.User is null && other.Credential is not null
                ? "its stored login is used only if the gateway has user and credential." : null;
            try
            {
                if (refusal is null)
                    replicas.Add(await ReplicaAsync(other, cancellationToken).ConfigureAwait(false));
            }
            catch (CredentialException e)
            {
                refusal = e.Message;
            }
            if (refusal is not null) GatewayLog.ReplicaLeftOut(log, gateway.Name, other.Name, server.Name, refusal);
        }
        return replicas;
    }

    // As in jobs: not more than half of its sessions, and nothing while one of its limits applies, which would be one of the total.
    private async Task<UpstreamReplica> ReplicaAsync(ServerDefinition replica, CancellationToken cancellationToken)
    {
        var login = await vault.LoginAsync(replica, cancellationToken).ConfigureAwait(false);
        return new UpstreamReplica(new TransferSource(replica.Endpoint, login, FtpPath.FromBytes([], FtpCharsets.Utf8))
        {
            Proxy = await ProxyOfAsync(replica, cancellationToken).ConfigureAwait(false),
        })
        {
            MostSessions = Math.Max(1, replica.Sessions / 2),
            IsAvailable = () => BandwidthWindow.LimitAt(replica.Bandwidth, time.GetUtcNow()) is null,
        };
    }

    private TransferRequest RequestOf(ServerDefinition server) => new()
    {
        Items = [],
        MaxStreams = Math.Min(server.Sessions, 64),
        Sites = sites,
        LocalPaths = PathOf(server),
        MaxListing = server.MaxListing,
        SharedRate = server.Bandwidth.Count == 0 ? null : RateOf(server),
    };

    private RateBudget RateOf(ServerDefinition server)
    {
        _windows[server.Name] = server.Bandwidth;
        return _rates.GetOrAdd(
            server.Name, name => new RateBudget(null, time, () => BandwidthWindow.LimitAt(_windows[name], time.GetUtcNow())));
    }

    private static IReadOnlyList<LocalPath?> PathOf(ServerDefinition server)
    {
        if (server.Bind.Count == 0) return [null];
        return LocalPath.TryFind(server.Bind.Take(1), LocalInterface.All(), out var paths, out var problem)
            ? [.. paths] : throw new TransferException(FailureKind.Network, $"bind of the server {server.Name}: {problem}");
    }

    private async Task<ProxyAddress?> ProxyOfAsync(ServerDefinition server, CancellationToken cancellationToken)
    {
        if (server.Proxy is not { User: { } user } proxy) return server.Proxy;
        var atProxy = server with { User = user, Credential = server.ProxyCredential };
        return proxy with { Password = (await vault.LoginAsync(atProxy, cancellationToken).ConfigureAwait(false)).Password };
    }
}
