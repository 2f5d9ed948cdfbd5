using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Data;

/// <summary>The client's port of a PORT or EPRT, connected to when the transfer begins.</summary>
/// <param name="port">The client's port.</param>
/// <param name="peer">The client. The connection comes from the control connection's own address, which clients compare.</param>
internal sealed class ActiveTarget(int port, DataPeer peer) : DataOpener
{
    private const int LowestPort = 1024;

    /// <summary>Reads the argument of PORT: <c>127,0,0,1,19,137</c>.</summary>
    /// <returns>Null if it is not an address and a port.</returns>
    public static IPEndPoint? ReadPort(string argument)
    {
        var numbers = new byte[6];
        var parts = argument.Trim().Split(',');
        if (parts.Length != 6) return null;
        for (var i = 0; i < 6; i++)
        {
            if (!byte.TryParse(parts[i], NumberStyles.None, CultureInfo.InvariantCulture, out numbers[i])) return null;
        }
        return new IPEndPoint(new IPAddress(numbers.AsSpan(0, 4)), (numbers[4] << 8) | numbers[5]);
    }

    /// <summary>Reads the argument of EPRT (RFC 2428): <c>|1|127.0.0.1|5001|</c> with any delimiter.</summary>
    /// <returns>Null if it is not an address and a port.</returns>
    public static IPEndPoint? ReadExtended(string argument)
    {
        var parts = argument.Length > 0 ? argument.Split(argument[0]) : [];
        return parts.Length == 5 && IPAddress.TryParse(parts[2], out var address)
            && ushort.TryParse(parts[3], NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            && parts[1] == (address.AddressFamily == AddressFamily.InterNetwork ? "1" : "2")
            ? new IPEndPoint(address, port) : null;
    }

    /// <summary>
    /// Returns whether a client may name this endpoint: its own address, and no port below 1024, where the services of that host are.
    /// </summary>
    public static bool IsAllowed(IPEndPoint named, IPEndPoint client) =>
        AddressRange.Plain(client.Address).Equals(AddressRange.Plain(named.Address)) && named.Port >= LowestPort;

    /// <inheritdoc/>
    public override async Task<Socket?> OpenAsync(TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        var target = new IPEndPoint(peer.Address, port);
        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(peer.Local, 0));
            await socket.ConnectAsync(target, cancellationToken).AsTask().WaitAsync(limit, time, cancellationToken).ConfigureAwait(false);
            if (peer.Listens(socket)) return socket;
            // The port belongs to another user.
            socket.Dispose();
            return null;
        }
        catch (Exception e) when (e is SocketException or TimeoutException)
        {
            socket.Dispose();
            return null;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        // Nothing is open before the transfer, and then its connection has another owner.
    }
}
