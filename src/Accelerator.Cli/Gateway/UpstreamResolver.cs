using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Gateway;

/// <summary>
/// Finds out how the gateway connects to a server: from the options, the settings of the server, and if clients log in at the gateway, the
/// stored logins. Reads files, never the network.
/// </summary>
/// <param name="options">The options.</param>
/// <param name="environment">The process environment.</param>
/// <param name="warn">Receives a sentence for each file or setting that is ignored.</param>
/// <param name="complete">Adds what only the run has.</param>
internal sealed class UpstreamResolver(
    GatewayOptions options, ProcessEnvironment environment, Action<string> warn, Func<TransferRequest, TransferRequest> complete)
{
    private RateBudget? _typedRate;

    private readonly LocalPath? _path = BindOption.FindOne(options.Bind, environment, "ftpx gateway");

    /// <summary>Resolves the server of <c>--upstream</c>, and its replicas.</summary>
    /// <exception cref="UsageException">One of them cannot be used as written, or no password was found.</exception>
    public Task<UpstreamServer> ResolveOnlyAsync() => ResolveAsync(options.Upstream!, options.Replicas, environment);

    /// <summary>Resolves a server that a client named.</summary>
    /// <param name="host">The host.</param>
    /// <param name="port">The port; null for the usual one.</param>
    /// <param name="user">The client's user at the server; empty if the client logs in at the gateway.</param>
    /// <exception cref="TransferException">It cannot be used, or no password was found.</exception>
    public async Task<UpstreamServer> ResolveAsync(string host, int? port, string user)
    {
        var name = host.Contains(':') ? $"[{host}]" : host;
        var login = user.Length == 0 ? "" : Uri.EscapeDataString(user) + "@";
        try
        {
            // The gateway runs unattended: a prompt would stop its clients.
            var address = $"ftp://{login}{name}{(port is { } given ? $":{given}" : "")}/";
            return await ResolveAsync(address, [], environment with { InIsTerminal = false }).ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            throw new TransferException(FailureKind.Login, e.Message, e);
        }
    }

    private async Task<UpstreamServer> ResolveAsync(string address, IReadOnlyList<string> replicas, ProcessEnvironment process)
    {
        var resolver = new AddressResolver(options, process, warn);
        var listed = new ListedAddress(address, null, "");
        var others = new ReplicaAddresses(replicas, resolver);
        await resolver.ReadSettingsAsync([listed, .. others.Listed]).ConfigureAwait(false);
        _ = resolver.OptionsForAll();
        var url = resolver.Read(listed);
        if (!url.Path.IsEmpty)
            throw new UsageException($"--upstream names a server and takes no folder: write {url.Endpoint.Scheme}://{url.Endpoint}.");
        var roots = others.OfFolder(url);
        var wanted = resolver.OptionsFor(listed);
        var request = complete(wanted.Request([], [_path], environment.Time) with { Sites = resolver.Memory });
        // A typed limit is one for all servers; of a stored one, the gateway makes one for each server.
        if (options.LimitRate is not null)
        {
            var shared = LazyInitializer.EnsureInitialized(ref _typedRate, () => request.NewRate(environment.Time));
            request = request with { SharedRate = shared };
        }
        return new UpstreamServer(url.Endpoint, request)
        {
            Proxy = resolver.ProxyOf(url),
            Credential = options.GatewayUser is null ? null : resolver.Resolve(url).Credential,
            Replicas = [.. roots.Select(root => new UpstreamReplica(Resolve(resolver, root)))],
        };
    }

    // Without a login of the gateway any program can use it, hence no stored login is used unless the replica's URL names the user.
    private TransferSource Resolve(AddressResolver resolver, FtpUrl root) =>
        (options.GatewayUser is null && root.User is null
            ? new TransferSource(root.Endpoint, FtpCredential.Anonymous, root.Path) { Proxy = resolver.ProxyOf(root) }
            : resolver.Resolve(root)) with
        {
            Path = root.Path.WithoutEnd(),
        };
}
