using System.Net;

namespace Accelerator.Ftp.Control;

/// <summary>
/// The IP address that all connectors of a run use for one server name. The hosts behind one name may hold different files, and all ranges
/// of a file must come from the same host.
/// </summary>
public sealed class ServerAddress
{
    private volatile IPAddress? _chosen;

    /// <summary>The address that answered first; null until one has.</summary>
    internal IPAddress? Chosen => _chosen;

    /// <summary>Records an address that has answered.</summary>
    /// <returns>The address to use: the first recorded.</returns>
    internal IPAddress Choose(IPAddress address) => Interlocked.CompareExchange(ref _chosen, address, null) ?? address;
}
