using System.Net.Sockets;

namespace Accelerator.Ftp.Sockets;

/// <summary>Reads TCP information from the operating system; the only place that depends on which system it is.</summary>
internal static class TcpFactsReader
{
    /// <summary>Reads the facts of a connected socket; unavailable ones are omitted, and nothing throws.</summary>
    public static TcpFacts Read(Socket socket)
    {
        try
        {
            if (OperatingSystem.IsLinux()) return LinuxTcpInfo.Read(socket);
            if (OperatingSystem.IsWindows()) return WindowsTcpInfo.Read(socket);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Closed, or a system without the option (Windows before 10, Wine).
        }
        return TcpFacts.Unknown;
    }

    /// <summary>Reads a four-byte option of the socket; null if the system does not support it.</summary>
    public static int? Number(Socket socket, int level, int name)
    {
        try
        {
            Span<byte> value = stackalloc byte[sizeof(int)];
            return socket.GetRawSocketOption(level, name, value) == sizeof(int) && BitConverter.ToInt32(value) is > 0 and var number
                ? number : null;
        }
        catch (SocketException)
        {
            return null;
        }
    }
}
