namespace Accelerator.Interop.Tests.Proxies;

/// <summary>
/// A real proxy on a loopback port: microsocks (SOCKS5) or tinyproxy (HTTP CONNECT). It connects from <see cref="Outgoing"/>, so that a
/// server sees which connections came through it.
/// </summary>
internal sealed class ProxyProcess : IAsyncDisposable
{
    /// <summary>The address that servers see.</summary>
    public const string Outgoing = "127.0.0.9";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private readonly ServerFolder _folder = new();
    private readonly LoopbackPorts.Reservation _port = LoopbackPorts.Reserve(IPAddress.Loopback, 1);
    private readonly ServerChild _child;

    private ProxyProcess(ProxyProtocol protocol, string? user, string? password, int mostClients)
    {
        Address = new ProxyAddress(protocol, "127.0.0.1", _port.First, user, password);
        _child = protocol == ProxyProtocol.Http
            ? ServerChild.Start(ServerTools.Require("tinyproxy"), ["-d", "-c", WriteConfiguration(mostClients)], _folder.Empty)
            : ServerChild.Start(ServerTools.Require("microsocks"), Arguments(), _folder.Empty);
    }

    public ProxyAddress Address { get; }

    /// <summary>The number of connections that the proxy has made to servers.</summary>
    public int Connections => Regex.Count(_child.Output, Address.Protocol == ProxyProtocol.Http ? "Established connection" : ": connected to ");

    /// <summary>The number of connections that clients have opened to tinyproxy.</summary>
    public int Clients => Regex.Count(_child.Output, @"Connect \(file descriptor");

    /// <param name="protocol">Which proxy.</param>
    /// <param name="user">The login that it requires; null for none.</param>
    /// <param name="password">Its password.</param>
    /// <param name="mostClients">tinyproxy's limit; the connections above it wait.</param>
    /// <param name="cancellationToken">Stops the start.</param>
    public static async Task<ProxyProcess> StartAsync(
        ProxyProtocol protocol, string? user, string? password, int mostClients, CancellationToken cancellationToken)
    {
        var proxy = new ProxyProcess(protocol, user, password, mostClients);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(StartLimit);
        while (!LoopbackPorts.IsListening(IPAddress.Loopback, proxy.Address.Port))
        {
            if (proxy._child.HasExited || limit.IsCancellationRequested) throw new InvalidOperationException($"The proxy does not listen. It said:\n{proxy._child.Output}");
            await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        }
        return proxy;
    }

    public async ValueTask DisposeAsync()
    {
        await _child.DisposeAsync();
        _port.Dispose();
        _folder.Dispose();
    }

    private string[] Arguments() =>
        ["-i", "127.0.0.1", "-p", $"{Address.Port}", "-b", Outgoing, .. Address.User is { } user ? (string[])["-u", user, "-P", Address.Password!] : []];

    private string WriteConfiguration(int mostClients) => _folder.Write("tinyproxy.conf",
    [
        $"Port {Address.Port}", "Listen 127.0.0.1", $"Bind {Outgoing}", $"MaxClients {mostClients}", "LogLevel Connect",
        .. Address.User is { } user ? (string[])[$"BasicAuth {user} {Address.Password}"] : [],
    ]);
}
