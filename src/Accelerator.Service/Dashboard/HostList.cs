using Accelerator.Jobs.Definitions;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// What a request may call the page. A name of somebody else's that leads to this computer (DNS rebinding) is none of these.
/// </summary>
internal sealed class HostList
{
    private readonly HashSet<string> _names;

    /// <param name="definition">What the job file allows.</param>
    /// <param name="port">The port that is listened at.</param>
    public HostList(DashboardDefinition definition, int port)
    {
        _names = new HashSet<string>(definition.Hosts, StringComparer.OrdinalIgnoreCase) { $"localhost:{port}", $"127.0.0.1:{port}",
            $"[::1]:{port}", $"{new System.Net.IPEndPoint(definition.Address.Address, port)}" };
        // A browser leaves the usual port out.
        if (port == 80) _names.UnionWith(["localhost", "127.0.0.1", "[::1]"]);
    }

    /// <summary>Whether this is one of them.</summary>
    public bool Has(string? host) => host is not null && _names.Contains(host);
}
