namespace Accelerator.Interop.Tests.Proxies;

/// <summary>
/// A real proxy on a loopback port: microsocks or dante (SOCKS5), tinyproxy or squid (HTTP CONNECT). It connects from
/// <see cref="Outgoing"/>, so that a server sees which connections came through it.
/// </summary>
internal sealed class ProxyProcess : IAsyncDisposable
{
    /// <summary>The address that servers see.</summary>
    public const string Outgoing = "127.0.0.9";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private readonly ServerFolder _folder = new();
    private readonly LoopbackPorts.Reservation _port = LoopbackPorts.Reserve(IPAddress.Loopback, 1);
    private readonly ProxyProgram _program;
    private readonly ServerChild _child;

    private ProxyProcess(ProxyProgram program, ProxyProtocol protocol, string? user, string? password, int mostClients)
    {
        _program = program;
        Address = new ProxyAddress(protocol, "127.0.0.1", _port.First, user, password);
        var (file, arguments) = program.Command(Address, _folder, mostClients);
        _child = ServerChild.Start(file, arguments, _folder.Empty);
    }

    public ProxyAddress Address { get; }

    /// <summary>The number of connections that the proxy has made to servers.</summary>
    public int Connections => Regex.Count(_child.Output, _program.Established);

    /// <summary>
    /// Waits for as many connections, and returns how many there are: the proxy's output is read beside it, and may come after its client's end.
    /// </summary>
    public async Task<int> ConnectionsAsync(int least, CancellationToken cancellationToken)
    {
        while (Connections < least) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        return Connections;
    }

    /// <summary>The number of connections that clients have opened to tinyproxy.</summary>
    public int Clients => Regex.Count(_child.Output, @"Connect \(file descriptor");

    /// <summary>Starts microsocks or tinyproxy.</summary>
    public static Task<ProxyProcess> StartAsync(
        ProxyProtocol protocol, string? user, string? password, int mostClients, CancellationToken cancellationToken) =>
        StartAsync(protocol == ProxyProtocol.Http ? "tinyproxy" : "microsocks", protocol, user, password, mostClients, cancellationToken);

    /// <param name="tool">A command of <see cref="ProxyProgram"/>.</param>
    /// <param name="protocol">What clients speak.</param>
    /// <param name="user">The login that it requires; null for none.</param>
    /// <param name="password">Its password.</param>
    /// <param name="mostClients">tinyproxy's limit; the connections above it wait.</param>
    /// <param name="cancellationToken">Stops the start.</param>
    public static async Task<ProxyProcess> StartAsync(
        string tool, ProxyProtocol protocol, string? user, string? password, int mostClients, CancellationToken cancellationToken)
    {
        var proxy = new ProxyProcess(ProxyProgram.Of(tool), protocol, user, password, mostClients);
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
}
