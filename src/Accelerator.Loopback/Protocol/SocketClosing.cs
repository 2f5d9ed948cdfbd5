using System.Net.Sockets;
using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Protocol;

internal static class SocketClosing
{
    public static void Close(Socket socket, CloseKind kind)
    {
        try
        {
            if (kind == CloseKind.Reset) socket.LingerState = new LingerOption(enable: true, seconds: 0);
            else socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The other side was faster; only the close remains.
        }
        socket.Dispose();
    }
}
