using System.Net;
using System.Net.Sockets;

namespace Accelerator.Gateway.Listening;

/// <summary>A gateway cannot listen on an endpoint. The message says why, without a full stop.</summary>
public sealed class ListenException : IOException
{
    internal ListenException(IPEndPoint endPoint, SocketException cause)
        : base(Explain(endPoint, cause), cause) => EndPoint = endPoint;

    /// <summary>The endpoint.</summary>
    public IPEndPoint EndPoint { get; }

    private static string Explain(IPEndPoint at, SocketException cause) => cause.SocketErrorCode switch
    {
        SocketError.AddressAlreadyInUse => $"Port {at.Port} of {at.Address} is in use by another program",
        SocketError.AccessDenied => $"Port {at.Port} needs an administrator's rights; those above 1023 do not",
        SocketError.AddressNotAvailable => $"{at.Address} is not an address of this computer",
        _ => $"The gateway cannot listen on {at} ({cause.Message})",
    };
}
