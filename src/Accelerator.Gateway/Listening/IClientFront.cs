using System.Net.Sockets;

namespace Accelerator.Gateway.Listening;

/// <summary>A protocol that clients speak.</summary>
internal interface IClientFront
{
    /// <summary>Serves one client until either side has closed the connection.</summary>
    /// <param name="number">The number of its session, from 1.</param>
    /// <param name="socket">The connection.</param>
    /// <param name="stopping">Cancelled when the gateway stops.</param>
    Task ServeAsync(int number, Socket socket, CancellationToken stopping);

    /// <summary>Tells a client why it is not served, and closes the connection. It must not wait for the client.</summary>
    /// <param name="socket">The connection.</param>
    /// <param name="reason">A phrase.</param>
    Task RefuseAsync(Socket socket, string reason);
}
