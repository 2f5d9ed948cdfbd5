using System.Net;

namespace Accelerator.Loopback.Logging;

/// <summary>An event that a server reports as it happens. Sessions are numbered from 1, including refused ones.</summary>
public abstract record LoopbackEvent
{
    private LoopbackEvent()
    {
    }

    /// <summary>A client was refused before its login: the server is full.</summary>
    /// <param name="Session">The session's number.</param>
    /// <param name="Peer">The client's address.</param>
    public sealed record SessionRefused(int Session, IPEndPoint Peer) : LoopbackEvent;

    /// <summary>A client logged in, or tried to.</summary>
    /// <param name="Session">The session's number.</param>
    /// <param name="Peer">The client's address.</param>
    /// <param name="User">As sent, one char per byte.</param>
    /// <param name="IsAccepted">Whether the login succeeded.</param>
    public sealed record Login(int Session, IPEndPoint Peer, string User, bool IsAccepted) : LoopbackEvent;

    /// <summary>A RETR, LIST, NLST or MLSD ended, successfully or not.</summary>
    /// <param name="Transfer">The transfer.</param>
    public sealed record TransferEnded(LoggedTransfer Transfer) : LoopbackEvent;
}
