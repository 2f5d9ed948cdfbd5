using System.Buffers.Binary;
using System.Net;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Principal;

namespace Accelerator.Engine.Machine;

/// <summary>The TCP sockets of this computer with their processes: GetExtendedTcpTable.</summary>
[SupportedOSPlatform("windows")]
internal static partial class WindowsSockets
{
    private const int OwnerOfAll = 5;
    private const int InsufficientBuffer = 122;
    private const uint ListeningState = 2;
    private const uint QueryLimitedInformation = 0x1000;
    private const uint TokenQuery = 8;

    // The numbers of the families in Windows.
    private const int IPv4 = 2, IPv6 = 23;

    // Wine 8 lists every socket with process 0, and takes a second and more for each table.
    private static readonly bool IsWine = NativeLibrary.TryGetExport(
        NativeLibrary.Load("ntdll", typeof(WindowsSockets).Assembly, DllImportSearchPath.System32), "wine_get_version", out _);

    /// <summary>Returns the owner of one end of a connection.</summary>
    public static SocketOwner? Connected(IPEndPoint end, IPEndPoint other) =>
        Find(row => row.State != ListeningState && row.Local.Equals(end) && row.Remote.Equals(other));

    /// <summary>Returns the owner of the socket that listens at an endpoint, or at its port of all addresses.</summary>
    public static SocketOwner? Listening(IPEndPoint at) => Find(row => row.State == ListeningState && row.Local.Port == at.Port
        && (row.Local.Address.Equals(at.Address) || row.Local.Address.Equals(IPAddress.Any)
            || row.Local.Address.Equals(IPAddress.IPv6Any)));

    private static SocketOwner? Find(Func<Row, bool> isWanted)
    {
        if (IsWine) return default(SocketOwner);
        // The table of IPv6 has the IPv4 connections of sockets for both families.
        List<int> processes = [];
        foreach (var family in (int[])[IPv4, IPv6])
        {
            if (processes.Count > 0) break;
            if (Table(family) is not { } rows) return default(SocketOwner);
            processes.AddRange(rows.Where(isWanted).Select(row => row.Process).Distinct());
        }
        return processes switch
        {
            [] => null,
            [var process] => new SocketOwner(process > 0 ? UserOf(process) : null, process),
            // Several processes listen: all must belong to one user.
            _ => processes.Select(UserOf).Distinct().ToList() is [{ } user] ? new SocketOwner(user, 0) : null,
        };
    }

    private static unsafe List<Row>? Table(int family)
    {
        var size = 64 << 10;
        for (var attempt = 0; attempt < 5; attempt++)
        {
            // Room for the sockets that are opened meanwhile.
            var bytes = new byte[size += 4096];
            int error;
            fixed (byte* table = bytes) error = GetExtendedTcpTable(table, ref size, false, family, OwnerOfAll, 0);
            if (error == 0) return Read(bytes, family);
            if (error != InsufficientBuffer) return null;
        }
        return null;
    }

    // MIB_TCPROW_OWNER_PID: state, address, port, address, port, process. MIB_TCP6ROW_OWNER_PID: address, scope, port, twice, then state
    // and process. A port is in network byte order in the first two of its four bytes.
    private static List<Row> Read(byte[] table, int family)
    {
        var rows = new List<Row>();
        var (length, bytes) = family == IPv4 ? (24, 4) : (56, 16);
        for (int i = 0, at = 4; i < BitConverter.ToInt32(table); i++, at += length)
        {
            var row = table.AsSpan(at, length);
            rows.Add(family == IPv4
                ? new Row(End(row[4..], bytes, 4), End(row[12..], bytes, 4), Number(row), (int)Number(row[20..]))
                : new Row(End(row, bytes, 20), End(row[24..], bytes, 20), Number(row[48..]), (int)Number(row[52..])));
        }
        return rows;

        static uint Number(ReadOnlySpan<byte> part) => BinaryPrimitives.ReadUInt32LittleEndian(part);

        static IPEndPoint End(ReadOnlySpan<byte> part, int bytes, int port)
        {
            var address = new IPAddress(part[..bytes]);
            return new IPEndPoint(
                address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address, BinaryPrimitives.ReadUInt16BigEndian(part[port..]));
        }
    }

    // Null for a process of another user, unless this one runs as an administrator or a service.
    private static string? UserOf(int process)
    {
        var handle = OpenProcess(QueryLimitedInformation, false, process);
        if (handle == 0) return null;
        try
        {
            if (!OpenProcessToken(handle, TokenQuery, out var token)) return null;
            try
            {
                using var identity = new WindowsIdentity(token);
                return identity.User?.Value;
            }
            finally
            {
                _ = CloseHandle(token);
            }
        }
        finally
        {
            _ = CloseHandle(handle);
        }
    }

    [LibraryImport("iphlpapi")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static unsafe partial int GetExtendedTcpTable(
        byte* table, ref int size, [MarshalAs(UnmanagedType.Bool)] bool isSorted, int family, int kind, int reserved);

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial nint OpenProcess(uint access, [MarshalAs(UnmanagedType.Bool)] bool isInherited, int process);

    [LibraryImport("advapi32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool OpenProcessToken(nint process, uint access, out nint token);

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool CloseHandle(nint handle);

    private sealed record Row(IPEndPoint Local, IPEndPoint Remote, uint State, int Process);
}
