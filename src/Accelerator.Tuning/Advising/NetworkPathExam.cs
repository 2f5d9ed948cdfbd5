using System.Net;

namespace Accelerator.Tuning.Advising;

/// <summary>The findings on the network path to a server.</summary>
/// <param name="Server">The server's host and port, safe to print.</param>
public sealed record NetworkPathExam(string Server)
{
    /// <summary>
    /// The proxy that leads to the server, safe to print; null for a direct connection. Then addresses and packets are those of the path to
    /// the proxy, and the round trip is that to the server.
    /// </summary>
    public string? Proxy { get; init; }

    /// <summary>A sentence that says why the server was not reached; null if it was reached.</summary>
    public string? Failure { get; init; }

    /// <summary>A sentence that says what was wrong with the server's greeting; null if nothing was.</summary>
    public string? Doubt { get; init; }

    /// <summary>The address that answered.</summary>
    public IPAddress? Remote { get; init; }

    /// <summary>The address that this computer used.</summary>
    public IPAddress? Local { get; init; }

    /// <summary>The shortest round trip of the measured connections.</summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>The shortest time from the end of the connect to the greeting; null if none came.</summary>
    public TimeSpan? Greeting { get; init; }

    /// <summary>The number of connections opened for the measurement.</summary>
    public int Connections { get; init; }

    /// <summary>The path MTU measured with ICMP echo requests.</summary>
    public PathMtu Mtu { get; init; } = PathMtu.NotAsked;

    /// <summary>The system's own estimate of the path MTU, from the connection to the server; null if it reports none.</summary>
    public int? ConnectionMtu { get; init; }
}
