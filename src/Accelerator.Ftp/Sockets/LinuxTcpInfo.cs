using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// <c>struct tcp_info</c> of linux/tcp.h. Each kernel version appends fields and returns the filled length, so a field is present if the
/// length covers it.
/// </summary>
internal static class LinuxTcpInfo
{
    private const int LevelIp = 0;
    private const int LevelTcp = 6;
    private const int LevelIpV6 = 41;
    private const int IpMtu = 14;
    private const int IpV6Mtu = 24;
    private const int TcpInfo = 11;

    private const int ReceiveThreshold = 64;
    private const int SmoothedRoundTrip = 68;
    private const int AdvertisedSegment = 84;
    private const int LeastRoundTrip = 148;
    private const int DataSegmentsIn = 152;
    private const int OutOfOrderIn = 224;
    private const int ReceiveWindow = 232;

    public static TcpFacts Read(Socket socket)
    {
        Span<byte> info = stackalloc byte[512];
        var length = socket.GetRawSocketOption(LevelTcp, TcpInfo, info);
        var mtu = socket.AddressFamily == AddressFamily.InterNetworkV6
            ? TcpFactsReader.Number(socket, LevelIpV6, IpV6Mtu) ?? TcpFactsReader.Number(socket, LevelIp, IpMtu)
            : TcpFactsReader.Number(socket, LevelIp, IpMtu);
        return Parse(info[..length]) with { PathMtu = mtu, Multipath = LinuxMultipathInfo.Read(socket) };
    }

    /// <summary>Reads the part that the kernel filled in.</summary>
    public static TcpFacts Parse(ReadOnlySpan<byte> info) => new()
    {
        RoundTrip = (Number(info, LeastRoundTrip) ?? Number(info, SmoothedRoundTrip)) is > 0 and < uint.MaxValue and var microseconds
            ? TimeSpan.FromMicroseconds(microseconds)
            : null,
        MaxSegment = checked((int?)Number(info, AdvertisedSegment)),
        // Before Linux 6.2 only the upper bound of the growing window is available.
        ReceiveWindow = Number(info, ReceiveWindow) ?? Number(info, ReceiveThreshold),
        PacketsReceived = Number(info, DataSegmentsIn),
        PacketsOutOfOrder = Number(info, OutOfOrderIn),
    };

    private static long? Number(ReadOnlySpan<byte> info, int offset) =>
        info.Length >= offset + sizeof(uint) ? MemoryMarshal.Read<uint>(info[offset..]) : null;
}
