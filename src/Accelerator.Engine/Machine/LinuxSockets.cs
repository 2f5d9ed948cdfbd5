using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Accelerator.Engine.Machine;

/// <summary>
/// The TCP sockets of this network namespace with their users, as the kernel lists them (proc_net_tcp.txt in the kernel's documentation).
/// </summary>
internal static class LinuxSockets
{
    private const string ListeningState = "0A";

    // The kernel lists the table in parts, and a line may be missing if others go away meanwhile.
    private const int Attempts = 3;

    /// <summary>Returns the owner of one end of a connection.</summary>
    public static SocketOwner? Connected(IPEndPoint end, IPEndPoint other)
    {
        HashSet<string> wanted = [$"{Text(end)} {Text(other)}", $"{MappedText(end)} {MappedText(other)}"];
        return Find(end.Port, line => wanted.Contains($"{line[1]} {line[2]}"));
    }

    /// <summary>Returns the owner of the socket that listens at an endpoint, or at its port of all addresses.</summary>
    public static SocketOwner? Listening(IPEndPoint at)
    {
        HashSet<string> wanted = [Text(at), MappedText(at), Text(new IPEndPoint(IPAddress.IPv6Any, at.Port))];
        if (at.AddressFamily == AddressFamily.InterNetwork) wanted.Add(Text(new IPEndPoint(IPAddress.Any, at.Port)));
        return Find(at.Port, line => line[3] == ListeningState && wanted.Contains(line[1]));
    }

    private static SocketOwner? Find(int port, Func<string[], bool> isWanted)
    {
        try
        {
            for (var attempt = 1; attempt <= Attempts; attempt++)
            {
                // 0 is the inode of a socket that no process holds: its user is then shown as root, although it may have been another.
                var held = Lines(port).Where(line => line.Length > 9 && isWanted(line) && line[9] != "0");
                var users = held.Select(line => line[7]).ToHashSet(StringComparer.Ordinal);
                if (users.Count > 0) return users.Count == 1 ? new SocketOwner(users.Single(), 0) : null;
            }
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return default(SocketOwner);
        }
    }

    // A kernel without IPv6 has no second table. The port first: a busy server has thousands of lines.
    private static IEnumerable<string[]> Lines(int port) => File.ReadLines("/proc/self/net/tcp")
        .Concat(File.Exists("/proc/self/net/tcp6") ? File.ReadLines("/proc/self/net/tcp6") : [])
        .Where(line => line.Contains($":{port:X4} ", StringComparison.Ordinal))
        .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries));

    private static string MappedText(IPEndPoint end) => Text(new IPEndPoint(end.Address.MapToIPv6(), end.Port));

    private static string Text(IPEndPoint end)
    {
        var text = "";
        // Each group of four bytes is printed as a number in the byte order of the machine.
        foreach (var word in MemoryMarshal.Cast<byte, uint>(end.Address.GetAddressBytes()))
            text += word.ToString("X8", CultureInfo.InvariantCulture);
        return $"{text}:{end.Port:X4}";
    }
}
