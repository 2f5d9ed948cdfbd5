using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;

namespace Accelerator.Tuning.Machine;

/// <summary>Sends ethtool requests by ioctl, as the ethtool program does; none of the requests used here needs privileges.</summary>
public sealed partial class LinuxEthtool : IEthtool
{
    private const uint SiocEthtool = 0x8946;
    private const int LongestName = 15;

    // The longest answer requested, ETHTOOL_GRINGPARAM, is nine words.
    private const int Words = 16;

    public unsafe uint[]? Query(string link, uint question)
    {
        if (Encoding.UTF8.GetByteCount(link) > LongestName) return null;
        var answer = new uint[Words];
        answer[0] = question;
        // struct ifreq: the name in 16 bytes, then a pointer in a union of 24.
        Span<byte> request = stackalloc byte[40];
        request.Clear();
        Encoding.UTF8.GetBytes(link, request);
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            fixed (uint* words = answer)
            fixed (byte* bytes = request)
            {
                *(nint*)(bytes + 16) = (nint)words;
                return Ioctl((int)socket.Handle, SiocEthtool, bytes) == 0 ? answer : null;
            }
        }
        catch (SocketException)
        {
            return null;
        }
    }

    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static unsafe partial int Ioctl(int file, nuint request, void* argument);
}
