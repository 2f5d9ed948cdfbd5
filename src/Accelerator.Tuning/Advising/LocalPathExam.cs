using System.Net;

namespace Accelerator.Tuning.Advising;

/// <summary>The findings on one local path to the server, as <c>--bind</c> names it.</summary>
/// <param name="Name">The name as the user typed it.</param>
public sealed record LocalPathExam(string Name)
{
    /// <summary>Its address; null if it has none of the server's address family.</summary>
    public IPAddress? Local { get; init; }

    /// <summary>The interface that has the address; null if none is known.</summary>
    public string? Interface { get; init; }

    /// <summary>The interface's gateway; null if none is known.</summary>
    public IPAddress? Gateway { get; init; }

    /// <summary>The speed of the interface's link in bits per second; null if the system reports none.</summary>
    public long? BitsPerSecond { get; init; }

    /// <summary>The shortest round trip; null if the path carries nothing.</summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>Why the path carries nothing, as a sentence; null if it works.</summary>
    public string? Failure { get; init; }

    /// <summary>The route that Linux chooses for packets from the address; null on other systems, or if it could not be read.</summary>
    public RouteExam? Route { get; init; }

    /// <summary>The interface through which packets leave, as far as it is known.</summary>
    public string? LeavesBy => Route?.LeavesBy ?? Interface;
}
