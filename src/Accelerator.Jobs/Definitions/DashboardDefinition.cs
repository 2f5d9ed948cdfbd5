using System.Net;

namespace Accelerator.Jobs.Definitions;

/// <summary>Where the service shows its page.</summary>
/// <param name="Address">An address of this computer that no other can reach, and a port.</param>
/// <param name="Hosts">What browsers may call it besides <c>localhost</c> and the address: <c>name</c> or <c>name:port</c>, as a proxy or a tunnel has it.</param>
public sealed record DashboardDefinition(IPEndPoint Address, IReadOnlyList<string> Hosts)
{
    /// <summary>127.0.0.1, port 8321: what holds without a word of it.</summary>
    public static DashboardDefinition Usual { get; } = new(new IPEndPoint(IPAddress.Loopback, 8321), []);
}
