using System.Net.Sockets;

namespace Accelerator.Ftp;

/// <summary>A fixed receive buffer (SO_RCVBUF), as the system grants it.</summary>
public static class ReceiveBuffer
{
    /// <summary>Returns the bytes that the system grants a socket that asks for a buffer: Linux silently caps it at
    /// <c>net.core.rmem_max</c>.</summary>
    /// <param name="bytes">The buffer asked for.</param>
    public static int Granted(int bytes)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = bytes };
        // Linux doubles the value for its own bookkeeping, and reports the doubled one (socket(7)).
        return OperatingSystem.IsLinux() ? socket.ReceiveBufferSize / 2 : socket.ReceiveBufferSize;
    }

    /// <summary>Sets the buffer, before the connection is opened: the window scale is fixed by the first packet (RFC 7323).</summary>
    internal static void Set(Socket socket, SessionProfile profile)
    {
        if (profile.ReceiveBuffer is { } bytes) socket.ReceiveBufferSize = bytes;
    }
}
