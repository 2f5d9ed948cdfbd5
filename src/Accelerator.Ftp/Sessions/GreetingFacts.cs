using System.Net;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>What one <see cref="GreetingCall"/> has shown.</summary>
internal sealed record GreetingFacts
{
    /// <summary>The address that this computer used.</summary>
    public required IPAddress Local { get; init; }

    /// <summary>The address that answered.</summary>
    public required IPAddress Remote { get; init; }

    /// <summary>Shortest connect of the calls so far: a round trip.</summary>
    public required TimeSpan Connect { get; init; }

    /// <summary>From the connection to the greeting; null where none came, and with implicit TLS, where it comes encrypted.</summary>
    public required TimeSpan? Greeting { get; init; }

    /// <summary>The greeting, safe to print; null where none came.</summary>
    public required string? Text { get; init; }

    /// <summary>What was wrong with the greeting, as a sentence that is safe to print; empty for nothing.</summary>
    public required string Problem { get; init; }

    /// <summary>What the system knows of the connection.</summary>
    public required TcpFacts Path { get; init; }
}
