using System.Net;
using Accelerator.Ftp;

namespace Accelerator.Engine.Machine;

/// <summary>
/// Finds the owners of the TCP sockets of this computer. TCP has no SO_PEERCRED: the system's table of sockets names the owner of each.
/// </summary>
internal static class SocketOwners
{
    /// <summary>Returns whether both ends of a connection are on this computer.</summary>
    public static bool AreHere(IPEndPoint one, IPEndPoint other) =>
        IPAddress.IsLoopback(AddressRange.Plain(one.Address)) || AddressRange.Plain(one.Address).Equals(AddressRange.Plain(other.Address));

    /// <summary>Returns the owner of one end of a connection within this computer.</summary>
    /// <param name="end">The end.</param>
    /// <param name="other">The other end.</param>
    /// <returns>Null if no process holds that socket; an unknown owner if the system does not tell.</returns>
    public static SocketOwner? Of(IPEndPoint end, IPEndPoint other)
    {
        var (one, two) = (Plain(end), Plain(other));
        if (OperatingSystem.IsWindows()) return WindowsSockets.Connected(one, two);
        return OperatingSystem.IsLinux() ? LinuxSockets.Connected(one, two) : default(SocketOwner);
    }

    /// <summary>Returns the owner of the socket that listens at an endpoint of this computer.</summary>
    /// <returns>Null if there is none, or more than one owner; an unknown owner if the system does not tell.</returns>
    public static SocketOwner? Listening(IPEndPoint at)
    {
        if (OperatingSystem.IsWindows()) return WindowsSockets.Listening(Plain(at));
        return OperatingSystem.IsLinux() ? LinuxSockets.Listening(Plain(at)) : default(SocketOwner);
    }

    private static IPEndPoint Plain(IPEndPoint end) => new(AddressRange.Plain(end.Address), end.Port);
}
