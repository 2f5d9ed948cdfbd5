using System.Net.Sockets;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// Limits the window that is advertised to the sender: it ends where the wanted bytes end, so that a transfer which is closed early has
/// little more in flight, and it is no larger than the most that may be in flight. Otherwise each range that ends inside a file costs up to
/// a window: 12 % of the bytes on a link of 1 Gbit/s and 186 ms. Linux only (TCP_WINDOW_CLAMP of linux/tcp.h); Windows has no such option.
/// </summary>
internal sealed class WindowLimit
{
    // Larger windows are rare, and until the end is near, nothing has to be asked of the system.
    private const long LargestWindow = 256 << 20;

    private const int LevelTcp = 6;
    private const int WindowClamp = 10;

    private long _watched = LargestWindow;
    private int _slack;
    private bool _isLimited;
    private bool? _isPossible;

    /// <summary>Limits the window. To be called before each receive: the kernel's autotuning raises the window again.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="wanted">Bytes still to be received, those in the receive queue included; <see cref="long.MaxValue"/> for all.</param>
    /// <param name="most">The largest window, bytes; <see cref="long.MaxValue"/> for no limit.</param>
    /// <exception cref="SocketException">The connection is closed.</exception>
    public void Set(Socket socket, long wanted, long most = long.MaxValue)
    {
        if (wanted >= _watched && most == long.MaxValue && !_isLimited) return;
        // MPTCP sockets have no such option (ENOPROTOOPT in Linux 6.18).
        _isPossible ??= OperatingSystem.IsLinux() && !MultipathSocket.IsFor(socket);
        if (!_isPossible.Value) return;
        var clamp = Math.Min(most, ToEnd(socket, wanted));
        // The kernel keeps the last limit: what is no longer limited is set once more.
        if (clamp < long.MaxValue || _isLimited)
        {
            Span<byte> value = stackalloc byte[sizeof(int)];
            BitConverter.TryWriteBytes(value, checked((int)Math.Clamp(clamp, _slack, int.MaxValue)));
            socket.SetRawSocketOption(LevelTcp, WindowClamp, value);
        }
        _isLimited = most < long.MaxValue;
    }

    private long ToEnd(Socket socket, long wanted)
    {
        if (wanted >= _watched) return long.MaxValue;
        if (_slack == 0)
        {
            var facts = LinuxTcpInfo.Read(socket);
            // A growing window doubles in the time in which it is received once.
            if (facts.ReceiveWindow is not { } window || window < wanted / 4)
            {
                _watched = wanted - (wanted / 8);
                return long.MaxValue;
            }
            // A sender waits before it sends less than a segment.
            _slack = 2 * Math.Max(facts.MaxSegment ?? 0, 1460);
        }
        return wanted - socket.Available + _slack;
    }
}
