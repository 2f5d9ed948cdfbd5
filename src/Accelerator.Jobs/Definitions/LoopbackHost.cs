using System.Net;

namespace Accelerator.Jobs.Definitions;

/// <summary>Decides whether a host is this computer by its text alone: a name server or a hosts file could say anything.</summary>
public static class LoopbackHost
{
    /// <summary>Returns whether a host is a loopback address or <c>localhost</c>.</summary>
    /// <param name="host">A name or an address; IPv6 with or without brackets.</param>
    public static bool Is(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
}
