using System.ComponentModel;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// Opens the sockets of a session: MPTCP sockets (RFC 8684) on request, otherwise TCP sockets. Linux only; Windows has no MPTCP for
/// applications.
/// </summary>
internal static class MultipathSocket
{
    // IPPROTO_MPTCP of linux/in.h; SOCK_STREAM and SOCK_CLOEXEC; AF_INET and AF_INET6; SOL_SOCKET and SO_PROTOCOL.
    private const int Mptcp = 262;
    private const int Stream = 1 | 0x80000;
    private const int IPv4 = 2;
    private const int IPv6 = 10;
    private const int SocketLevel = 1;
    private const int Protocol = 38;

    /// <summary>Opens a socket. If the kernel has no MPTCP, it is a TCP socket.</summary>
    /// <param name="family">IPv4 or IPv6.</param>
    /// <param name="isMultipath">Whether MPTCP is wanted.</param>
    public static Socket Open(AddressFamily family, bool isMultipath) =>
        (isMultipath && OperatingSystem.IsLinux() ? TryOpen(family, out _) : null)
            ?? new Socket(family, SocketType.Stream, ProtocolType.Tcp);

    /// <summary>Returns what the kernel says when it is asked for an MPTCP socket; null if it gives one.</summary>
    public static string? Refusal()
    {
        TryOpen(AddressFamily.InterNetwork, out var refusal)?.Dispose();
        return refusal;
    }

    /// <summary>Returns whether a socket was opened for MPTCP; its connection may have fallen back to TCP all the same.</summary>
    public static bool IsFor(Socket socket) => TcpFactsReader.Number(socket, SocketLevel, Protocol) == Mptcp;

    // EPROTONOSUPPORT: a kernel before 5.6, or built without it; ENOPROTOOPT: net.mptcp.enabled is 0.
    private static Socket? TryOpen(AddressFamily family, out string? refusal)
    {
        refusal = null;
        var handle = OpenSocket(family == AddressFamily.InterNetworkV6 ? IPv6 : IPv4, Stream, Mptcp);
        if (handle >= 0) return new Socket(new SafeSocketHandle(handle, ownsHandle: true));
        refusal = new Win32Exception(Marshal.GetLastPInvokeError()).Message;
        return null;
    }

    // The runtime's own sockets refuse protocols that it does not know.
    [DllImport("libc", EntryPoint = "socket", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int OpenSocket(int domain, int type, int protocol);
}
