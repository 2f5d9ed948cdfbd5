using System.Net;
using System.Net.Sockets;
using Accelerator.Engine.Machine;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Data;

/// <summary>
/// Decides whether the other end of a data connection is the client. It must have the client's address (RFC 2577), and on this computer,
/// whose users share that address, the client's user: another user could take the port of a PASV first, and get a file that was fetched
/// with a stored login. Where the system does not tell the owner of the control connection, the address alone decides.
/// </summary>
/// <param name="local">The gateway's end of the control connection.</param>
/// <param name="client">The client's end of the control connection.</param>
internal sealed class DataPeer(IPEndPoint local, IPEndPoint client)
{
    /// <summary>The gateway's address, as the client knows it.</summary>
    public IPAddress Local => local.Address;

    /// <summary>The client's address.</summary>
    public IPAddress Address => client.Address;

    /// <summary>Returns whether a connection that was accepted comes from the client.</summary>
    public bool Opened(Socket data) => data is { LocalEndPoint: IPEndPoint here, RemoteEndPoint: IPEndPoint there }
        && AddressRange.Plain(there.Address).Equals(AddressRange.Plain(Address)) && IsClients(() => SocketOwners.Of(there, here));

    /// <summary>Returns whether a connection that was made leads to the client.</summary>
    public bool Listens(Socket data) => data is { LocalEndPoint: IPEndPoint here, RemoteEndPoint: IPEndPoint there }
        // A connection that the client has not accepted yet has no owner, but its listening socket has.
        && IsClients(() => SocketOwners.Of(there, here) is { IsKnown: true } held ? held : SocketOwners.Listening(there));

    private bool IsClients(Func<SocketOwner?> owner)
    {
        if (!SocketOwners.AreHere(client, local)) return true;
        return SocketOwners.Of(client, local) is { } own && (!own.IsKnown || (owner() is { } other && own.IsOneUserWith(other)));
    }
}
