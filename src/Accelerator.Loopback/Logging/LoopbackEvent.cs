using System.Net;

namespace Accelerator.Loopback.Logging;

/// <summary>What a server reports as it happens. Sessions are numbered from 1, refused ones included.</summary>
public abstract record LoopbackEvent
{
    private LoopbackEvent()
    {
    }

    /// <summary>A client was turned away before its login: the server is full.</summary>
    /// <param name="Session">Its number.</param>
    /// <param name="Peer">Where it came from.</param>
    public sealed record SessionRefused(int Session, IPEndPoint Peer) : LoopbackEvent;

    /// <summary>A client logged in, or tried to.</summary>
    /// <param name="Session">Its number.</param>
    /// <param name="Peer">Where it came from.</param>
    /// <param name="User">As sent, one char a byte.</param>
    /// <param name="IsAccepted">Whether it is in.</param>
    public sealed record Login(int Session, IPEndPoint Peer, string User, bool IsAccepted) : LoopbackEvent;

    /// <summary>A RETR, LIST, NLST or MLSD ended, however it did.</summary>
    /// <param name="Transfer">What it was.</param>
    public sealed record TransferEnded(LoggedTransfer Transfer) : LoopbackEvent;
}
