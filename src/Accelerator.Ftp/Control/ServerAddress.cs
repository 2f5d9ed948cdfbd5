using System.Net;

namespace Accelerator.Ftp.Control;

/// <summary>
/// The address behind a server's name that all connectors of one run use: the hosts behind one name may hold different files, and the
/// ranges of one file must come from one.
/// </summary>
public sealed class ServerAddress
{
    private volatile IPAddress? _chosen;

    /// <summary>The address that answered first; null until then.</summary>
    internal IPAddress? Chosen => _chosen;

    /// <summary>An address has answered.</summary>
    /// <returns>The one that counts: the first.</returns>
    internal IPAddress Choose(IPAddress address) => Interlocked.CompareExchange(ref _chosen, address, null) ?? address;
}
