namespace Accelerator.Ftp.Sockets;

/// <summary>What the operating system knows of one TCP connection at one moment. Null means that it does not say.</summary>
internal sealed record TcpFacts
{
    /// <summary>Of a system that says nothing, or a connection that is closed.</summary>
    public static TcpFacts Unknown { get; } = new();

    /// <summary>
    /// Shortest round trip. A connection that only receives has one sample, from its handshake: queues that grew later do not show here.
    /// </summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>Largest packet of the path as far as it is known, headers included, in bytes.</summary>
    public int? PathMtu { get; init; }

    /// <summary>Largest segment that this side has told the other to send (Linux), or that was agreed on (Windows), in bytes.</summary>
    public int? MaxSegment { get; init; }

    /// <summary>
    /// Receive window that this side offers now, in bytes. Autotuning keeps it at about twice what arrives in a round trip for as long as
    /// it may grow, so a sender that fills it has met its end.
    /// </summary>
    public long? ReceiveWindow { get; init; }

    /// <summary>Segments with data that have arrived. On Windows it is worked out from the bytes.</summary>
    public long? PacketsReceived { get; init; }

    /// <summary>
    /// Those of them that arrived before an earlier one: the receiver's only sign of loss. One lost packet makes out-of-order ones of all
    /// that follow until it is sent again, so it counts trouble, not losses.
    /// </summary>
    public long? PacketsOutOfOrder { get; init; }
}
