using System.Net;

namespace Accelerator.Tuning.Advising;

/// <summary>What was found of the way to a server.</summary>
/// <param name="Server">Its host and port, safe to print.</param>
public sealed record NetworkPathExam(string Server)
{
    /// <summary>Why it was not reached, as a sentence; null when it was.</summary>
    public string? Failure { get; init; }

    /// <summary>What was wrong with its greeting, as a sentence; null for nothing.</summary>
    public string? Doubt { get; init; }

    /// <summary>The address that answered.</summary>
    public IPAddress? Remote { get; init; }

    /// <summary>The address that this computer used.</summary>
    public IPAddress? Local { get; init; }

    /// <summary>Shortest round trip.</summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>Shortest time from the connect's end to the greeting's; null where none came.</summary>
    public TimeSpan? Greeting { get; init; }

    /// <summary>Connections that were opened for it.</summary>
    public int Connections { get; init; }

    /// <summary>Path MTU by echoes.</summary>
    public PathMtu Mtu { get; init; } = PathMtu.NotAsked;

    /// <summary>What the system believes the path's MTU to be, by the connection to the server; null where it does not say.</summary>
    public int? ConnectionMtu { get; init; }
}
