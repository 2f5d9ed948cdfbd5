using System.Net;

namespace Accelerator.Jobs.Definitions;

/// <summary>Where the service shows its page.</summary>
/// <param name="Address">An address of this computer that no other can reach, and a port.</param>
/// <param name="Hosts">What browsers may call it besides <c>localhost</c> and the address: <c>name</c> or <c>name:port</c>, as a proxy or a
/// tunnel has it.</param>
public sealed record DashboardDefinition(IPEndPoint Address, IReadOnlyList<string> Hosts)
{
    /// <summary>127.0.0.1, port 8321: what holds without a word of it.</summary>
    public static DashboardDefinition Usual { get; } = new(new IPEndPoint(IPAddress.Loopback, 8321), []);

    /// <summary>Reads an address for the page; null where it is none, or other computers can reach it.</summary>
    /// <param name="text">An address with a port, as in <c>127.0.0.1:8321</c>.</param>
    /// <param name="problem">What is wrong, as a sentence; null where nothing is.</param>
    public static IPEndPoint? AddressOf(string text, out string? problem)
    {
        problem = null;
        if (!IPEndPoint.TryParse(text, out var address) || address.Port == 0)
            problem = $"\"{text}\" is not an address with a port, as in {Usual.Address}.";
        else if (!IPAddress.IsLoopback(address.Address))
            problem = $"{address.Address} can be reached from other computers, and the page speaks no TLS: "
                + $"whoever listens on the way would have its token. Write {Usual.Address}, "
                + "and put a proxy with TLS or an SSH tunnel in front of it.";
        return problem is null ? address : null;
    }
}
