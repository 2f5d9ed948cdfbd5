using System.Net;

namespace Accelerator.Tuning.Reading;

/// <summary>A network interface as the system shows it to every program.</summary>
/// <param name="Id">Its GUID with braces on Windows, its name on Linux.</param>
/// <param name="Name">The name for people; localised on Windows.</param>
/// <param name="Index">The interface's number, for commands: it is never localised. 0 if it has none.</param>
public sealed record LinkFacts(string Id, string Name, int Index)
{
    /// <summary>The manufacturer's description.</summary>
    public string Description { get; init; } = "";

    /// <summary>The speed of the link in bits per second; 0 if it is not known.</summary>
    public long BitsPerSecond { get; init; }

    /// <summary>The largest IP packet in bytes; 0 if it is not known.</summary>
    public int Mtu { get; init; }

    public bool IsUp { get; init; }

    /// <summary>The addresses, which identify the adapter of a connection.</summary>
    public IReadOnlyList<IPAddress> Addresses { get; init; } = [];
}
