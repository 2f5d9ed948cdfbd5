using System.Net.Sockets;

namespace Accelerator.Ftp.Sockets;

/// <summary>Asks the operating system; the one place that knows which it is.</summary>
internal static class TcpFactsReader
{
    /// <summary>The facts of a connected socket; what cannot be had is left out, and nothing throws.</summary>
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

    /// <summary>A four-byte number of the socket; null where the system does not have it.</summary>
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
