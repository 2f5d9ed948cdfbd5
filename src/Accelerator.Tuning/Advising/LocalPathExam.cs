using System.Net;

namespace Accelerator.Tuning.Advising;

/// <summary>What was found of one way out of this computer to the server, as <c>--bind</c> names it.</summary>
/// <param name="Name">What the user called it.</param>
public sealed record LocalPathExam(string Name)
{
    /// <summary>Its address; null where it has none of the server's family.</summary>
    public IPAddress? Local { get; init; }

    /// <summary>The interface that has the address; null where none is known.</summary>
    public string? Interface { get; init; }

    /// <summary>The interface's gateway; null where none is known.</summary>
    public IPAddress? Gateway { get; init; }

    /// <summary>Speed of the interface's link in bits per second; null where the system tells none.</summary>
    public long? BitsPerSecond { get; init; }

    /// <summary>Shortest round trip; null where it carries nothing.</summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>Why it carries nothing, as a sentence; null where it does.</summary>
    public string? Failure { get; init; }

    /// <summary>What Linux does with packets from the address; null elsewhere, and where that could not be read.</summary>
    public RouteExam? Route { get; init; }

    /// <summary>The interface that packets leave by, as far as it is known.</summary>
    public string? LeavesBy => Route?.LeavesBy ?? Interface;
}
