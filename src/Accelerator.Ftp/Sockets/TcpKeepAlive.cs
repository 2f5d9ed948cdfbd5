using System.Net.Sockets;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// Keep-alive for both kinds of connection, because a middlebox drops connections that are silent while an archive loads a tape, or while
/// data runs on the other one. SO_RCVBUF is set only on request (<see cref="ReceiveBuffer"/>): it disables the receive window's autotuning.
/// </summary>
internal static class TcpKeepAlive
{
    public static void Enable(Socket socket)
    {
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, 60);
    }
}
