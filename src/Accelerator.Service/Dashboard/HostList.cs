using Accelerator.Jobs.Definitions;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// The host names that a request to the page may use. A foreign name that resolves to this computer (DNS rebinding) is not among them.
/// </summary>
internal sealed class HostList
{
    private readonly HashSet<string> _names;
    private readonly HashSet<string> _foreign;

    /// <param name="definition">The hosts that the job file allows.</param>
    /// <param name="port">The port of the page.</param>
    public HostList(DashboardDefinition definition, int port)
    {
        _names = new HashSet<string>(definition.Hosts, StringComparer.OrdinalIgnoreCase) { $"localhost:{port}", $"127.0.0.1:{port}",
            $"[::1]:{port}", $"{new System.Net.IPEndPoint(definition.Address.Address, port)}" };
        // Browsers omit the default port.
        if (port == 80) _names.UnionWith(["localhost", "127.0.0.1", "[::1]"]);
        _foreign = new HashSet<string>(definition.Hosts, StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>Returns whether the host is in the list.</summary>
    public bool Has(string? host) => host is not null && _names.Contains(host);

    /// <summary>Returns whether the host is a name of this computer itself, so that the request does not come through a proxy.</summary>
    public bool IsLocal(string? host) => Has(host) && !_foreign.Contains(host!);
}
