using System.Net;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>The results of one <see cref="GreetingCall"/>.</summary>
internal sealed record GreetingFacts
{
    /// <summary>The address that this computer used.</summary>
    public required IPAddress Local { get; init; }

    /// <summary>The address that answered.</summary>
    public required IPAddress Remote { get; init; }

    /// <summary>Shortest connect of the calls so far: a round trip.</summary>
    public required TimeSpan Connect { get; init; }

    /// <summary>Time from the connect to the greeting; null if none arrived, and with implicit TLS, where it arrives encrypted.</summary>
    public required TimeSpan? Greeting { get; init; }

    /// <summary>The greeting, safe to print; null if none arrived.</summary>
    public required string? Text { get; init; }

    /// <summary>The problem with the greeting, as a sentence that is safe to print; empty if there is none.</summary>
    public required string Problem { get; init; }

    /// <summary>What the system reports about the connection.</summary>
    public required TcpFacts Path { get; init; }
}
