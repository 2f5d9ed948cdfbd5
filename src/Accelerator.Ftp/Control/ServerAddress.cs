using System.Net;

namespace Accelerator.Ftp.Control;

/// <summary>
/// The IP address that all connectors of a run use for one server name. The hosts behind one name may hold different files, and all ranges
/// of a file must come from the same host.
/// </summary>
/// <param name="address">The address to use whatever the name resolves to; null, the default, for the first that answers.</param>
public sealed class ServerAddress(IPAddress? address = null)
{
    private volatile IPAddress? _chosen = address;

    /// <summary>The address that answered first; null until one has.</summary>
    internal IPAddress? Chosen => _chosen;

    /// <summary>Records an address that has answered.</summary>
    /// <returns>The address to use: the first recorded.</returns>
    internal IPAddress Choose(IPAddress address) => Interlocked.CompareExchange(ref _chosen, address, null) ?? address;
}
