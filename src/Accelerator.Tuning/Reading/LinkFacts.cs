using System.Net;

namespace Accelerator.Tuning.Reading;

/// <summary>A network interface as the system shows it to every program.</summary>
/// <param name="Id">Its GUID with braces on Windows, its name on Linux.</param>
/// <param name="Name">What people call it; localised on Windows.</param>
/// <param name="Index">The interface's number, for commands: it is never localised. 0 where it has none.</param>
public sealed record LinkFacts(string Id, string Name, int Index)
{
    /// <summary>What the maker calls it.</summary>
    public string Description { get; init; } = "";

    /// <summary>Speed of the link in bits a second; 0 where nobody says.</summary>
    public long BitsPerSecond { get; init; }

    /// <summary>Largest IP packet in bytes; 0 where nobody says.</summary>
    public int Mtu { get; init; }

    /// <summary>Whether the link is up.</summary>
    public bool IsUp { get; init; }

    /// <summary>Its addresses, by which the adapter of a connection is known.</summary>
    public IReadOnlyList<IPAddress> Addresses { get; init; } = [];
}
