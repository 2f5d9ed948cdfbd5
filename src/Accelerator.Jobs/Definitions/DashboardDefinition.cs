using System.Net;

namespace Accelerator.Jobs.Definitions;

/// <summary>The address of the service's page.</summary>
/// <param name="Address">An address and port of this computer that other computers cannot reach.</param>
/// <param name="Hosts">Names that browsers may use besides <c>localhost</c> and the address: <c>name</c> or <c>name:port</c>, as behind a
/// proxy or a tunnel.</param>
public sealed record DashboardDefinition(IPEndPoint Address, IReadOnlyList<string> Hosts)
{
    /// <summary>The default: 127.0.0.1, port 8321.</summary>
    public static DashboardDefinition Usual { get; } = new(new IPEndPoint(IPAddress.Loopback, 8321), []);

    /// <summary>Parses an address for the page; null if it is not valid, or if other computers can reach it.</summary>
    /// <param name="text">An address with a port, as in <c>127.0.0.1:8321</c>.</param>
    /// <param name="problem">What is wrong, as a sentence; null if nothing is.</param>
    public static IPEndPoint? AddressOf(string text, out string? problem)
    {
        problem = null;
        if (!IPEndPoint.TryParse(text, out var address) || address.Port == 0)
            problem = $"\"{text}\" is not an address with a port, as in {Usual.Address}.";
        else if (!IPAddress.IsLoopback(address.Address))
            problem = $"{address.Address} can be reached from other computers, and the page has no TLS: "
                + $"its token could be read on the network. Write {Usual.Address}, "
                + "and put a proxy with TLS or an SSH tunnel in front of it.";
        return problem is null ? address : null;
    }
}
