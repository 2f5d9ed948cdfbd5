using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Ftp.Sockets;

/// <summary><c>TCP_INFO_v0</c> of mstcpip.h, read with SIO_TCP_INFO; Windows 10 1703 and later.</summary>
internal static class WindowsTcpInfo
{
    private const int SioTcpInfo = unchecked((int)0xD8000027);
    private const int Size = 88;
    private const int LevelIp = 0;
    private const int LevelIpV6 = 41;
    private const int IpMtu = 73;
    private const int IpV6Mtu = 72;

    private const int SegmentSize = 4;
    private const int LeastRoundTrip = 24;
    private const int ReceiveWindow = 40;
    private const int BytesIn = 56;
    private const int BytesReordered = 64;

    [SupportedOSPlatform("windows")]
    public static TcpFacts Read(Socket socket)
    {
        var info = new byte[Size];
        var version = new byte[sizeof(uint)];
        var length = socket.IOControl(SioTcpInfo, version, info);
        var (level, name) = socket.AddressFamily == AddressFamily.InterNetworkV6 ? (LevelIpV6, IpV6Mtu) : (LevelIp, IpMtu);
        return Parse(info.AsSpan(0, length)) with { PathMtu = TcpFactsReader.Number(socket, level, name) };
    }

    /// <summary>Reads the structure; a shorter one has no information.</summary>
    public static TcpFacts Parse(ReadOnlySpan<byte> info)
    {
        if (info.Length < Size) return TcpFacts.Unknown;
        var segment = MemoryMarshal.Read<uint>(info[SegmentSize..]);
        var roundTrip = MemoryMarshal.Read<uint>(info[LeastRoundTrip..]);
        return new TcpFacts
        {
            RoundTrip = roundTrip is > 0 and < uint.MaxValue ? TimeSpan.FromMicroseconds(roundTrip) : null,
            MaxSegment = segment > 0 ? (int)segment : null,
            ReceiveWindow = MemoryMarshal.Read<uint>(info[ReceiveWindow..]),
            PacketsReceived = segment > 0 ? (long)(MemoryMarshal.Read<ulong>(info[BytesIn..]) / segment) : null,
            // A partial segment is a packet too.
            PacketsOutOfOrder = segment > 0 ? (MemoryMarshal.Read<uint>(info[BytesReordered..]) + segment - 1) / segment : null,
        };
    }
}
