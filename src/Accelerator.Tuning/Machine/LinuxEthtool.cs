using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;

namespace Accelerator.Tuning.Machine;

/// <summary>
/// Sends ethtool requests by ioctl, as the ethtool program does. Reading needs no privileges, changing needs CAP_NET_ADMIN.
/// </summary>
public sealed partial class LinuxEthtool : IEthtool
{
    private const uint SiocEthtool = 0x8946;
    private const int LongestName = 15;

    // The longest answer requested, ETHTOOL_GRINGPARAM, is nine words.
    private const int Words = 16;

    // EINVAL and EOPNOTSUPP of asm-generic/errno.h.
    private const int Invalid = 22, NotSupported = 95;

    public uint[]? Query(string link, uint question)
    {
        var answer = new uint[Words];
        answer[0] = question;
        return Send(link, answer) == 0 ? answer : null;
    }

    public int Change(string link, uint[] words) => Send(link, (uint[])words.Clone());

    private static unsafe int Send(string link, uint[] words)
    {
        if (Encoding.UTF8.GetByteCount(link) > LongestName) return Invalid;
        // struct ifreq: the name in 16 bytes, then a pointer in a union of 24.
        Span<byte> request = stackalloc byte[40];
        request.Clear();
        Encoding.UTF8.GetBytes(link, request);
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            fixed (uint* first = words)
            fixed (byte* bytes = request)
            {
                *(nint*)(bytes + 16) = (nint)first;
                return Ioctl(checked((int)socket.Handle), SiocEthtool, bytes) == 0 ? 0 : Marshal.GetLastPInvokeError();
            }
        }
        catch (SocketException)
        {
            return NotSupported;
        }
    }

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static unsafe partial int Ioctl(int file, nuint request, void* argument);
}
