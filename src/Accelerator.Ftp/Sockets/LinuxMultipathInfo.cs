using System.Net.Sockets;

namespace Accelerator.Ftp.Sockets;

/// <summary><c>struct mptcp_info</c> of linux/mptcp.h.</summary>
internal static class LinuxMultipathInfo
{
    // SOL_MPTCP 284, MPTCP_INFO 1.
    private const int Level = 284;
    private const int Info = 1;

    /// <summary>Returns the state of a connection whose socket was opened for MPTCP.</summary>
    public static MultipathState Read(Socket socket)
    {
        if (!MultipathSocket.IsFor(socket)) return MultipathState.None;
        Span<byte> info = stackalloc byte[128];
        try
        {
            var length = socket.GetRawSocketOption(Level, Info, info);
            // The first byte counts the subflows besides the first one.
            return length > 0 ? new MultipathState(IsAsked: true, 1 + info[0]) : MultipathState.FellBack;
        }
        catch (SocketException)
        {
            // EOPNOTSUPP: the connection is TCP, because the server or a middlebox did not answer the option.
            return MultipathState.FellBack;
        }
    }
}

/// <summary>The outcome of the request for MPTCP on one connection.</summary>
/// <param name="IsAsked">Whether the socket was opened for MPTCP.</param>
/// <param name="Subflows">Its TCP connections, 1 or more; 0 if the connection is plain TCP.</param>
internal readonly record struct MultipathState(bool IsAsked, int Subflows)
{
    /// <summary>MPTCP was not asked for, or this system has none.</summary>
    public static MultipathState None => default;

    /// <summary>The connection has fallen back to TCP.</summary>
    public static MultipathState FellBack => new(IsAsked: true, 0);
}
