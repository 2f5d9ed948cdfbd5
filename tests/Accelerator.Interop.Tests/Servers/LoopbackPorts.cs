using System.Net.NetworkInformation;

namespace Accelerator.Interop.Tests.Servers;

/// <summary>Ports for servers that cannot be told to use any free port.</summary>
internal static class LoopbackPorts
{
    // Below Linux's ephemeral range (32768 up), so that no outgoing connection takes a port before its server listens.
    private const int First = 20_000;
    private const int Last = 32_000;

    private static readonly List<Reservation> UntilTheEnd = [];

    /// <summary>
    /// Reserves <paramref name="count"/> consecutive ports, on which nothing listens at <paramref name="address"/>, until disposal: no other test of this
    /// machine gets them, in this process or another.
    /// </summary>
    public static Reservation Reserve(IPAddress address, int count)
    {
        for (var attempt = 0; attempt < 200; attempt++)
        {
            if (Reservation.Try(address, RandomNumberGenerator.GetInt32(First, Last - count), count) is { } reservation)
                return reservation;
        }
        throw new InvalidOperationException($"No {count} consecutive free ports between {First} and {Last} on {address}.");
    }

    /// <summary>The first of as many ports, reserved until this process ends.</summary>
    public static int FindFree(IPAddress address, int count)
    {
        var reservation = Reserve(address, count);
        lock (UntilTheEnd)
            UntilTheEnd.Add(reservation);
        return reservation.First;
    }

    /// <summary>
    /// Whether a server listens there. Asked of the kernel: a trial connection would hold one of the slots that tests of
    /// connection limits count, and would stand in the server's log.
    /// </summary>
    public static bool IsListening(IPAddress address, int port) =>
        IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners()
            .Any(listener => listener.Port == port && (listener.Address.Equals(address) || listener.Address.Equals(IPAddress.Any)));

    /// <summary>
    /// Reserved ports. Each is held by a UDP socket with its number at 127.0.0.1, which FTP has no use for: the kernel gives a number to one process, and
    /// takes it back when the process ends.
    /// </summary>
    public sealed class Reservation : IDisposable
    {
        private readonly List<Socket> _holders = [];

        private Reservation(int first) => First = first;

        public int First { get; }

        /// <summary>The reservation, or null when one of the ports is taken.</summary>
        internal static Reservation? Try(IPAddress address, int first, int count)
        {
            var reservation = new Reservation(first);
            for (var port = first; port < first + count; port++)
            {
                var holder = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
                reservation._holders.Add(holder);
                using var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                if (CanBind(holder, IPAddress.Loopback, port) && CanBind(listener, address, port)) continue;
                reservation.Dispose();
                return null;
            }
            return reservation;
        }

        public void Dispose()
        {
            foreach (var holder in _holders) holder.Dispose();
        }

        private static bool CanBind(Socket socket, IPAddress address, int port)
        {
            try
            {
                socket.Bind(new IPEndPoint(address, port));
                return true;
            }
            catch (SocketException)
            {
                return false;
            }
        }
    }
}
