using System.Net;

namespace Accelerator.Tuning.Advising;

/// <summary>The findings on the network path to a server.</summary>
/// <param name="Server">Its host and port, safe to print.</param>
public sealed record NetworkPathExam(string Server)
{
    /// <summary>Why the server was not reached, as a sentence; null if it was.</summary>
    public string? Failure { get; init; }

    /// <summary>What was wrong with its greeting, as a sentence; null if nothing was.</summary>
    public string? Doubt { get; init; }

    /// <summary>The address that answered.</summary>
    public IPAddress? Remote { get; init; }

    /// <summary>The address that this computer used.</summary>
    public IPAddress? Local { get; init; }

    /// <summary>Shortest round trip.</summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>The shortest time from the end of the connect to the greeting; null if none came.</summary>
    public TimeSpan? Greeting { get; init; }

    /// <summary>The number of connections opened for the measurement.</summary>
    public int Connections { get; init; }

    /// <summary>The path MTU measured with echoes.</summary>
    public PathMtu Mtu { get; init; } = PathMtu.NotAsked;

    /// <summary>The system's own estimate of the path MTU, from the connection to the server; null if it reports none.</summary>
    public int? ConnectionMtu { get; init; }
}
